/** A worker in a process of its own, to be killed: `worker-process.ts DATABASE_URL LANES`. */
import { connectPostgres } from "../../src/db/postgres.ts";
import { connectionsOf, createWorker } from "../../src/jobs/worker.ts";
import { errandHandlers, RULES } from "./errands.ts";

const [url = "", lanes = "3"] = process.argv.slice(2);
const worker = createWorker({
  database: connectPostgres({ url, max: connectionsOf(Number(lanes)) }),
  handlers: errandHandlers(),
  rules: RULES,
  lanes: Number(lanes),
  schedule: [],
  observe: () => {},
});
await worker.start();
process.stdout.write("started\n");
