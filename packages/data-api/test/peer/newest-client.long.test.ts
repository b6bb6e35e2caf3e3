/** The newest postgrest-js, which names Node 22 as its oldest and works on Node 20 too. */
import { existsSync } from "node:fs";
import { describe } from "vitest";
import { clientRequests } from "../api/releases/client-library.ts";

const path = new URL("node_modules/postgrest-js/dist/index.mjs", import.meta.url);
const isInstalled = existsSync(path);
const library: typeof import("@supabase/postgrest-js") = await import(
  isInstalled ? path.href : "@supabase/postgrest-js"
);
if (!isInstalled)
  process.stderr.write(
    "The newest postgrest-js is not installed: npm ci --prefix packages/data-api/test/peer\n",
  );

describe.skipIf(!isInstalled)("the newest postgrest-js", () => {
  clientRequests((url) => new library.PostgrestClient(url));
});
