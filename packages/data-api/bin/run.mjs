// The package's command. In a clone it first builds what is stale; an installed package comes built.
import { existsSync } from "node:fs";

const root = new URL("..", import.meta.url);
if (existsSync(new URL("src", root))) {
  const { ensureBuilt } = await import("../../../bin/build.mjs");
  await ensureBuilt(["data API"]);
}
const { main } = await import(new URL("dist/main.js", root).href);
await main(process.argv.slice(2));
