import { rowOf } from "./row.ts";

/** The server's config: the API's address, or at least its port and its path on this host. */
interface ServerConfig {
  readonly apiUrl?: string;
  readonly apiPort?: number;
  readonly apiPath?: string;
  readonly mail?: boolean;
}

/** What the dashboard must know before its first API request. */
interface Installation {
  /** API address for boats and other programs, without a trailing slash. */
  readonly apiUrl: string;
  /** API address for this page: same origin if the server also serves the API there. */
  readonly nearUrl: string;
  /** Whether the server can send mail; null if unknown. */
  readonly sendsMail: boolean | null;
}

let installation: Promise<Installation> | null = null;

/** This host with the API's port, for a server without a configured API address. */
function derivedAddress(port: number): string {
  return `${window.location.protocol}//${window.location.hostname}:${port}`;
}

/** The API's port if the server does not report it. */
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
    // Neither the server nor the service worker answered: the next request tries again.
    installation = null;
    const apiUrl = derivedAddress(USUAL_PORT);
    return { apiUrl, nearUrl: apiUrl, sendsMail: null };
  }
}

function known(): Promise<Installation> {
  installation ??= fetchInstallation();
  return installation;
}

/** API address for boats and other programs, without a trailing slash. */
export async function apiAddress(): Promise<string> {
  return (await known()).apiUrl;
}

/** API address for this page, without a trailing slash. */
export async function nearAddress(): Promise<string> {
  return (await known()).nearUrl;
}

/** Whether the server can send mail; null if unknown. */
export async function sendsMail(): Promise<boolean | null> {
  return (await known()).sendsMail;
}
