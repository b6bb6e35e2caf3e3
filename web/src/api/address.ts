import { rowOf } from "./row.ts";

/** What the dashboard's server says of this installation: where the API is, or at least its port. */
interface ServerConfig {
  readonly apiUrl?: string;
  readonly apiPort?: number;
}

let address: Promise<string> | null = null;

/** The page's own host with the API's port, for a server that was not told the API's address. */
function derivedAddress(port: number): string {
  return `${window.location.protocol}//${window.location.hostname}:${port}`;
}

/** The API's port if the server does not say. */
const USUAL_PORT = 3000;

async function fetchAddress(): Promise<string> {
  try {
    const response = await fetch("/config.json", { headers: { Accept: "application/json" } });
    const config = response.ok ? rowOf<ServerConfig>(await response.json()) : null;
    const url = config?.text("apiUrl") ?? "";
    if (url !== "") return url.replace(/\/+$/, "");
    return derivedAddress(config?.number("apiPort") ?? USUAL_PORT);
  } catch {
    // Neither the server nor the service worker had it: the next request tries again.
    address = null;
    return derivedAddress(USUAL_PORT);
  }
}

/** The API's address without a slash at its end, from the server's `/config.json`. */
export function apiAddress(): Promise<string> {
  address ??= fetchAddress();
  return address;
}
