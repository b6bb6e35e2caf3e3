/**
 * A program that owns an embedded server, for tests that kill it: starts one in the directory given, prints where
 * it is as a line of JSON, and waits.
 */
import { startEmbedded } from "../../src/database/postgres-server/embedded.ts";

const dataDir = process.argv[2];
if (dataDir === undefined) throw new Error("usage: embedded-owner <data directory>");
const server = await startEmbedded({ dataDir, port: "auto", durable: false });
process.stdout.write(`${JSON.stringify({ pid: server.pid(), port: server.port })}\n`);
process.once("SIGTERM", () => {
  void server.stop().then(() => process.exit(0));
});
setInterval(() => {}, 60_000);
