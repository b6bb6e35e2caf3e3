import { rowOf } from "./row.ts";

/** What the dashboard's server says of this installation: where the API is, or at least its port and its path here. */
interface ServerConfig {
  readonly apiUrl?: string;
  readonly apiPort?: number;
  readonly apiPath?: string;
  readonly mail?: boolean;
}

/** What the dashboard needs to know before it asks the API anything. */
interface Installation {
  /** The API's address for boats and other programs, without a slash at its end. */
  readonly apiUrl: string;
  /** The API's address for this page: its own, where the server has the API there too. */
  readonly nearUrl: string;
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
    const named = (config?.text("apiUrl") ?? "").replace(/(?<!\/)\/+$/, "");
    const apiUrl = named === "" ? derivedAddress(config?.number("apiPort") ?? USUAL_PORT) : named;
    const path = config?.text("apiPath") ?? "";
    return {
      apiUrl,
      nearUrl: path === "" ? apiUrl : window.location.origin + path,
      sendsMail: config?.boolean("mail") ?? null,
    };
  } catch {
    // Neither the server nor the service worker had it: the next request tries again.
    installation = null;
    const apiUrl = derivedAddress(USUAL_PORT);
    return { apiUrl, nearUrl: apiUrl, sendsMail: null };
  }
}

function known(): Promise<Installation> {
  installation ??= fetchInstallation();
  return installation;
}

/** The API's address for boats and other programs, without a slash at its end. */
export async function apiAddress(): Promise<string> {
  return (await known()).apiUrl;
}

/** The API's address for this page, without a slash at its end. */
export async function nearAddress(): Promise<string> {
  return (await known()).nearUrl;
}

/** Whether the server can send mail; null if that is not known. */
export async function sendsMail(): Promise<boolean | null> {
  return (await known()).sendsMail;
}
