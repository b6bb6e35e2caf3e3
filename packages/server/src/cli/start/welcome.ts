/** The output of `wakelog start` when ready: addresses, folders and next steps. */
import { networkInterfaces } from "node:os";
import { relative, sep } from "node:path";
import { urlOf } from "@wakelog/data-api/http/listen.ts";
import type { Service } from "../../service/service.ts";
import type { Config } from "../../settings/config.ts";

const DEFAULT_API_URL = "http://localhost:3000";

/** Addresses and data folder of a service. */
type Ready = Pick<Service, "apiUrl" | "webUrl" | "adminUrl" | "database" | "data">;

/**
 * The text, for a terminal or the journal.
 * @param program how the user calls Wakelog
 * @param addresses of this machine in its networks
 */
export function welcome(
  service: Ready,
  config: Pick<Config, "host" | "apiUrl" | "webUrl" | "parts">,
  {
    seconds,
    program,
    addresses = networkAddresses(),
  }: { readonly seconds: string; readonly program: string; readonly addresses?: readonly string[] },
): string {
  const hosts = config.host === "0.0.0.0" || config.host === "::" ? addresses : [];
  const row = (label: string, value: string) => `  ${label.padEnd(10)}  ${value}`;
  const rows = (label: string, chosen: string, local: string) => {
    const urls = chosen !== "" ? [chosen] : [local, ...hosts.map((host) => urlOf(host, portOf(local)))];
    return urls.map((url, index) => row(index === 0 ? label : "", url));
  };
  const given = service.apiUrl === DEFAULT_API_URL ? "" : ` --api-url ${service.apiUrl}`;
  return [
    "",
    `Wakelog is ready after ${seconds} s.`,
    "",
    ...(config.parts === "api"
      ? [row("Dashboard", service.webUrl)]
      : rows("Dashboard", config.webUrl, service.webUrl)),
    ...(config.parts === "web" ? [row("API", service.apiUrl)] : rows("API", config.apiUrl, service.apiUrl)),
    row("Operations", service.adminUrl),
    "",
    row("Database", service.database),
    row("Data", service.data),
    "",
    "Next: open the dashboard, sign up and register your boat; or run",
    `  ${program} simulate${given}     to watch a boat sail through it in a minute.`,
    "",
    "",
  ].join("\n");
}

/**
 * How the user calls Wakelog, from the working directory.
 * @param path of the running program, as given to Node
 */
export function programAsCalled(path: string, folder = process.cwd()): string {
  const fromHere = relative(folder, path);
  if (fromHere.startsWith(`node_modules${sep}`)) return "npx wakelog";
  return quoted(fromHere.startsWith("..") ? path : `.${sep}${fromHere}`);
}

/** A path as one word for a shell. */
function quoted(path: string): string {
  return /^[\w./:\\-]+$/.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`;
}

function portOf(url: string): number {
  return Number(new URL(url).port);
}

/** This machine's IPv4 addresses in its networks. */
function networkAddresses(): readonly string[] {
  return Object.values(networkInterfaces())
    .flat()
    .flatMap((one) => (one !== undefined && one.family === "IPv4" && !one.internal ? [one.address] : []));
}
