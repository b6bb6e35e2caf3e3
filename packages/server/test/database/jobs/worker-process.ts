/** A worker in a separate process, to be killed, or killed by an event: `worker-process.ts DATABASE_URL LANES`. */
import { connectPostgres } from "@wakelog/data-api/db/postgres.ts";
import type { JobHandler } from "../../../src/database/jobs/handlers.ts";
import { connectionsOf, createWorker } from "../../../src/database/jobs/worker.ts";
import { errandHandlers, RULES } from "./errands.ts";

const [url = "", lanes = "3"] = process.argv.slice(2);
const deadly: JobHandler = async () => {
  process.kill(process.pid, "SIGKILL");
  await new Promise(() => {});
};
const worker = createWorker({
  database: connectPostgres({ url, max: connectionsOf(Number(lanes)) }),
  handlers: new Map([...errandHandlers(), ["deadly", deadly]]),
  rules: RULES,
  lanes: Number(lanes),
  schedule: [],
  observe: () => {},
});
await worker.start();
process.stdout.write("started\n");
