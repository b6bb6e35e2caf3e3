import { rowOf, textOf } from "./row.ts";

let asked: Promise<string> | null = null;

/** Where the API is when the server does not say: the same machine, port 3000. */
function derivedAddress(): string {
  return `${window.location.protocol}//${window.location.hostname}:3000`;
}

async function ask(): Promise<string> {
  try {
    const response = await fetch("/config.json", { headers: { Accept: "application/json" } });
    const given = response.ok ? textOf(rowOf(await response.json())?.apiUrl) : null;
    return (given === null || given === "" ? derivedAddress() : given).replace(/\/+$/, "");
  } catch {
    // Neither the server nor the service worker had it. Ask again next time.
    asked = null;
    return derivedAddress();
  }
}

/** The API's address without a slash at its end, from the server's `/config.json`. */
export function apiAddress(): Promise<string> {
  asked ??= ask();
  return asked;
}
