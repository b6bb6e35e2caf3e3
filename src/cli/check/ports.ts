/** Whether the ports are free, or taken by this service itself. */
import { createServer } from "node:http";
import type { Config } from "../../config.ts";
import { listen, urlOf } from "../../http/listen.ts";
import { about, type Finding, reasonOf } from "./finding.ts";

const ANSWER_MS = 3_000;

export async function checkPorts(config: Config): Promise<readonly Finding[]> {
  const { host, adminHost, apiPort, webPort, adminPort } = config;
  const ports = [
    { what: "the API", host, port: apiPort, setting: "WAKELOG_API_PORT", runs: config.parts !== "web" },
    { what: "the dashboard", host, port: webPort, setting: "WAKELOG_WEB_PORT", runs: config.parts !== "api" },
    { what: "operations", host: adminHost, port: adminPort, setting: "WAKELOG_ADMIN_PORT", runs: true },
  ].filter(({ runs, port }) => runs && port !== 0);
  if (ports.length === 0) return [about("ports").ok("any that are free")];
  const isRunning = await isAlive(urlOf(adminHost, adminPort));
  return Promise.all(ports.map((one) => checkPort(one, isRunning)));
}

async function checkPort(at: Parameters<typeof listen>[1], isRunning: boolean): Promise<Finding> {
  const { ok, wrong } = about(`port ${at.port}, ${at.what}`);
  const server = createServer();
  try {
    await listen(server, at);
    return ok("free");
  } catch (cause) {
    const isTaken = cause instanceof Error && cause.name === "PortTakenError";
    return isTaken && isRunning ? ok("in use by the running service") : wrong(reasonOf(cause));
  } finally {
    server.close();
  }
}

/** Whether a service of ours answers. */
async function isAlive(adminUrl: string): Promise<boolean> {
  try {
    const answer = await fetch(`${adminUrl}/live`, { signal: AbortSignal.timeout(ANSWER_MS) });
    return (await answer.text()).includes('"live"');
  } catch {
    return false;
  }
}
