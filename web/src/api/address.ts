import { numberOf, rowOf, textOf } from "./row.ts";

let asked: Promise<string> | null = null;

/** The page's own host with the API's port, for a server that was not told the API's address. */
function derivedAddress(port: number): string {
  return `${window.location.protocol}//${window.location.hostname}:${port}`;
}

/** The API's port if the server does not say. */
const USUAL_PORT = 3000;

async function ask(): Promise<string> {
  try {
    const response = await fetch("/config.json", { headers: { Accept: "application/json" } });
    const config = response.ok ? rowOf(await response.json()) : null;
    const url = textOf(config?.apiUrl);
    if (url !== null && url !== "") return url.replace(/\/+$/, "");
    return derivedAddress(numberOf(config?.apiPort) ?? USUAL_PORT);
  } catch {
    // Neither the server nor the service worker had it. Ask again next time.
    asked = null;
    return derivedAddress(USUAL_PORT);
  }
}

/** The API's address without a slash at its end, from the server's `/config.json`. */
export function apiAddress(): Promise<string> {
  asked ??= ask();
  return asked;
}
