/** What the page asks of the plugin on its own server. */
import type { Event } from "../src/status/events.ts";

/** The plugin's status. */
export interface Status {
  readonly version: string;
  readonly paired: boolean;
  readonly vessel: { readonly name: string } | null;
  readonly server: string | null;
  readonly state: string;
  readonly mode: string;
  readonly chosen_mode: string;
  readonly stream: string | null;
  readonly newest: number | null;
  readonly waiting: number;
  readonly oldest: string | null;
  readonly bytes: { readonly kept: number; readonly limit: number };
  readonly today: {
    readonly sent: number;
    readonly received: number;
    readonly budget: number | null;
    readonly modes: Readonly<Record<string, number>>;
  };
  readonly last_sent: string | null;
  readonly last_error: string | null;
  readonly lost: { readonly rows: number; readonly thinned: number };
  readonly clock: { readonly offset: number; readonly source: string };
  readonly trip: string | null;
  readonly position: { readonly source: string | null };
  readonly anchor: {
    readonly latitude: number;
    readonly longitude: number;
    readonly radius: number;
    readonly state: string;
  } | null;
  readonly alarms: Readonly<
    Record<string, { readonly state: string; readonly message: string; readonly id?: string }>
  >;
  readonly commands: boolean;
  readonly adopt: { readonly from: string } | null;
}

/** A row as the link carries it. */
export type Row = readonly [
  number: number,
  time: number,
  latitude: number | null,
  longitude: number | null,
  values: Readonly<Record<string, number | string | boolean>>,
];

/** Rows with the names of their paths. */
export interface Rows {
  readonly paths: Readonly<Record<string, string>>;
  readonly rows: readonly Row[];
}

/** A trip of the last 30 days. */
export interface Trip {
  readonly begin: number;
  readonly end: number | null;
}

export type { Event };

const BASE = "/plugins/signalk-wakelog/";

/** Reads from the plugin. @throws the plugin's sentence */
export function read<T>(path: string): Promise<T> {
  return answered(fetch(BASE + path, { credentials: "same-origin" }));
}

/** Tells the plugin something. @throws the plugin's sentence */
export function tell<T>(path: string, body: object = {}): Promise<T> {
  const headers = { "Content-Type": "application/json" };
  return answered(
    fetch(BASE + path, { method: "POST", credentials: "same-origin", headers, body: JSON.stringify(body) }),
  );
}

async function answered<T>(asked: Promise<Response>): Promise<T> {
  const response = await asked;
  const text = await response.text();
  if (!response.ok) throw new Error(sentenceOf(text) ?? `${response.status} ${response.statusText}`);
  return JSON.parse(text);
}

function sentenceOf(text: string): string | null {
  try {
    const { message } = JSON.parse(text);
    return typeof message === "string" ? message : null;
  } catch {
    return null;
  }
}
