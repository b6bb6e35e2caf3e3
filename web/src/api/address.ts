import { rowOf } from "./row.ts";

/** What the dashboard's server says of this installation: where the API is, or at least its port. */
interface ServerConfig {
  readonly apiUrl?: string;
  readonly apiPort?: number;
  readonly mail?: boolean;
}

/** What the dashboard needs to know before it asks the API anything. */
interface Installation {
  /** The API's address without a slash at its end. */
  readonly apiUrl: string;
  /** Whether the server can send mail; null if that is not known. */
  readonly sendsMail: boolean | null;
}

let installation: Promise<Installation> | null = null;

/** The page's own host with the API's port, for a server that was not told the API's address. */
function derivedAddress(port: number): string {
  return `${window.location.protocol}//${window.location.hostname}:${port}`;
}

/** The API's port if the server does not say. */
const USUAL_PORT = 3000;

async function fetchInstallation(): Promise<Installation> {
  try {
    const response = await fetch("/config.json", { headers: { Accept: "application/json" } });
    const config = response.ok ? rowOf<ServerConfig>(await response.json()) : null;
    const url = (config?.text("apiUrl") ?? "").replace(/\/+$/, "");
    return {
      apiUrl: url === "" ? derivedAddress(config?.number("apiPort") ?? USUAL_PORT) : url,
      sendsMail: config?.boolean("mail") ?? null,
    };
  } catch {
    // Neither the server nor the service worker had it: the next request tries again.
    installation = null;
    return { apiUrl: derivedAddress(USUAL_PORT), sendsMail: null };
  }
}

function known(): Promise<Installation> {
  installation ??= fetchInstallation();
  return installation;
}

/** The API's address without a slash at its end, from the server's `/config.json`. */
export async function apiAddress(): Promise<string> {
  return (await known()).apiUrl;
}

/** Whether the server can send mail; null if that is not known. */
export async function sendsMail(): Promise<boolean | null> {
  return (await known()).sendsMail;
}
