/**
 * The dashboard's cost to a user: the real service with its embedded PostgreSQL, the real Chromium, and boats with a
 * year of data. Counts every byte on the wire, including headers, preflights and the service worker. Chromium renders
 * in software (SwiftShader), so frames and paints are slower than on a phone. Uses the last build of the dashboard.
 *
 *   npx tsx bench/dashboard.ts [--days 365] [--kept folder] [--only transfer,visit,paint,pan] [--apart]
 *
 * `--kept` reuses the boats of an earlier run; `--apart` gives the API its own address, so that its responses are
 * counted separately and browsers send preflights.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { loadavg } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { freePort } from "../packages/server/src/database/postgres-server/free-port.ts";
import { layWire } from "../test/support/counting/wire.ts";
import { boats, boatsJson } from "./dashboard/boats.ts";
import type { Wires } from "./dashboard/device.ts";
import { firstVisits } from "./dashboard/first-visits.ts";
import { paints } from "./dashboard/paints.ts";
import { pans } from "./dashboard/pans.ts";
import { transfers } from "./dashboard/transfers.ts";
import { runService, temporaryDirectory } from "./support/running-service.ts";

/** A line of the table. */
export type Line = readonly [what: string, measured: string, wanted: string];

const { values } = parseArgs({
  options: {
    days: { type: "string", default: "365" },
    kept: { type: "string" },
    only: { type: "string", default: "transfer,visit,paint,pan" },
    apart: { type: "boolean", default: false },
  },
});

const [apiPort, webPort] = [await freePort(), await freePort()];
const wires: Wires = { web: await layWire(() => webPort), api: await layWire(() => apiPort) };
const folder = values.kept ?? (await temporaryDirectory());
mkdirSync(folder, { recursive: true, mode: 0o755 });
const service = await runService(null, null, folder, {
  WAKELOG_API_PORT: String(apiPort),
  WAKELOG_WEB_PORT: String(webPort),
  WAKELOG_API_URL: values.apart ? `http://127.0.0.1:${wires.api.port}` : "",
  WAKELOG_SESSION_HOURS: "8760",
});
try {
  const known = join(folder, "boats.json");
  if (!existsSync(known)) writeFileSync(known, JSON.stringify(await boats(service, Number(values.days))));
  const made = boatsJson.parse(JSON.parse(readFileSync(known, "utf8")));
  const parts = { transfer: transfers, visit: firstVisits, paint: paints, pan: pans };
  for (const [name, part] of Object.entries(parts)) {
    if (!values.only.split(",").includes(name)) continue;
    for await (const [what, measured, wanted] of part(wires, made)) {
      console.log(`| ${what} | ${measured} | ${wanted} |`);
    }
  }
  console.log(`load ${loadavg()[0]?.toFixed(1)}`);
} finally {
  await service.stop();
  await Promise.all([wires.web.close(), wires.api.close()]);
  if (values.kept === undefined) await rm(folder, { recursive: true, force: true });
}
