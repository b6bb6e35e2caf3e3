// The package's command. In a clone it first builds what is stale; an installed package comes built.
import cluster from "node:cluster";
import { existsSync } from "node:fs";

// The shell between npm and this program ends at a signal without passing it on.
if (process.env.npm_lifecycle_event !== undefined && cluster.isPrimary) {
  const parent = process.ppid;
  const watching = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watching);
    process.kill(process.pid, "SIGTERM");
  }, 500);
  watching.unref();
}

const root = new URL("..", import.meta.url);
// A process that the service starts beside itself runs what the service runs.
if (existsSync(new URL("src", root)) && cluster.isPrimary) {
  const { ensureBuilt } = await import("../../../bin/build.mjs");
  await ensureBuilt();
}
const { main, watchOutput } = await import(new URL("dist/src/cli/main.js", root).href);
watchOutput();
await main(process.argv.slice(2));
