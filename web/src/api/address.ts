import { rowOf } from "./row.ts";

/** What the dashboard's server says of this installation. */
interface ServerConfig {
  readonly apiUrl: string;
}

let address: Promise<string> | null = null;

/** Where the API is if the server does not say: the same machine, port 3000. */
function derivedAddress(): string {
  return `${window.location.protocol}//${window.location.hostname}:3000`;
}

async function fetchAddress(): Promise<string> {
  try {
    const response = await fetch("/config.json", { headers: { Accept: "application/json" } });
    const given = response.ok ? rowOf<ServerConfig>(await response.json())?.text("apiUrl") : null;
    return (given || derivedAddress()).replace(/\/+$/, "");
  } catch {
    // Neither the server nor the service worker had it: the next request tries again.
    address = null;
    return derivedAddress();
  }
}

/** The API's address without a slash at its end, from the server's `/config.json`. */
export function apiAddress(): Promise<string> {
  address ??= fetchAddress();
  return address;
}
