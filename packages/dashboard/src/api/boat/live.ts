import { currentToken } from "../../session/token.ts";
import { nearAddress } from "../address.ts";
import { rowOf } from "../row.ts";
import type { MetricRow } from "./recent-metrics.ts";

/** An event of the boat: a new row, or a change that other pages show. */
export type LiveEvent =
  | { readonly kind: "position"; readonly row: MetricRow }
  /** Anything but the position, or events missed while the stream was down. */
  | { readonly kind: "change" };

interface LiveListener {
  readonly onEvent: (event: LiveEvent) => void;
  /** Called when the stream connects or disconnects. */
  readonly onLive: (live: boolean) => void;
}

/** The columns of a position event. */
interface PositionData {
  readonly time: string;
  readonly latitude: number | null;
  readonly longitude: number | null;
  readonly speedoverground: number | null;
  readonly courseovergroundtrue: number | null;
  readonly windspeedapparent: number | null;
  readonly anglespeedapparent: number | null;
}

/** The service writes at least a comment every 15 s; a connection silent for longer is dead. */
const SILENCE_MS = 40_000;
const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 60_000;

/** A subscriber's place across reconnections. */
interface Place {
  /** The id of the last event; null before the first. */
  lastId: string | null;
  waitMs: number;
  /** Whether this is the first connection: pages fetch at the same moment, so they need no refetch. */
  isFirst: boolean;
}

/**
 * Follows the boat by server-sent events until the signal aborts; reconnects with backoff from the last event.
 * `EventSource` cannot send a token, so this reads the body of a `fetch`.
 */
export async function followBoat(listener: LiveListener, signal: AbortSignal): Promise<void> {
  const place: Place = { lastId: null, waitMs: FIRST_WAIT_MS, isFirst: true };
  while (!signal.aborted) {
    try {
      await readStream(place, listener, signal);
    } catch {
      // Whatever the cause, pages poll until the stream is back.
    }
    place.isFirst = false;
    listener.onLive(false);
    await pause(navigator.onLine ? place.waitMs : LONGEST_WAIT_MS, signal);
    place.waitMs = Math.min(place.waitMs * 2, LONGEST_WAIT_MS);
  }
}

async function readStream(
  place: Place,
  { onEvent, onLive }: LiveListener,
  signal: AbortSignal,
): Promise<void> {
  const { lastId: after } = place;
  const silence = new AbortController();
  let timer = window.setTimeout(() => silence.abort(), SILENCE_MS);
  // A stream that lost its network just falls silent; reconnect as soon as the network is back.
  const relink = () => silence.abort();
  window.addEventListener("online", relink);
  try {
    const response = await fetch(`${await nearAddress()}/live`, {
      headers: {
        Accept: "text/event-stream",
        Authorization: `Bearer ${currentToken() ?? ""}`,
        ...(after === null ? {} : { "Last-Event-ID": after }),
      },
      signal: AbortSignal.any([signal, silence.signal]),
    });
    if (!response.ok || response.body === null) return;
    place.waitMs = FIRST_WAIT_MS;
    onLive(true);
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    let text = "";
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      window.clearTimeout(timer);
      timer = window.setTimeout(() => silence.abort(), SILENCE_MS);
      const blocks = (text + value).split("\n\n");
      text = blocks.pop() ?? "";
      for (const block of blocks) {
        const fields = fieldsOf(block);
        place.lastId = fields.get("id") ?? place.lastId;
        // The first stream begins with the current state, which the page has just fetched.
        const event = place.isFirst && fields.get("event") === "state" ? null : eventOf(fields);
        if (event !== null) onEvent(event);
      }
    }
  } finally {
    window.clearTimeout(timer);
    window.removeEventListener("online", relink);
  }
}

/** The fields of an event in the standard format: name, colon, value. */
function fieldsOf(block: string): ReadonlyMap<string, string> {
  return new Map(
    block.split("\n").map((line) => {
      const colon = line.indexOf(":");
      return colon < 0 ? [line, ""] : [line.slice(0, colon), line.slice(colon + 1).trimStart()];
    }),
  );
}

function eventOf(fields: ReadonlyMap<string, string>): LiveEvent | null {
  const kind = fields.get("event");
  if (kind === undefined) return null;
  if (kind !== "position") return { kind: "change" };
  const data = rowOf<PositionData>(JSON.parse(fields.get("data") ?? "null"));
  const time = data?.instant("time") ?? null;
  if (data === null || time === null) return null;
  return {
    kind,
    row: {
      time,
      latitude: data.latitude("latitude"),
      longitude: data.longitude("longitude"),
      sogKnots: data.number("speedoverground"),
      cogDegrees: data.number("courseovergroundtrue"),
      awsKnots: data.number("windspeedapparent"),
      awaDegrees: data.number("anglespeedapparent"),
    },
  };
}

/** Waits, but only until the network comes back. */
function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      window.clearTimeout(timer);
      window.removeEventListener("online", done);
      signal.removeEventListener("abort", done);
      resolve();
    };
    const timer = window.setTimeout(done, milliseconds);
    window.addEventListener("online", done);
    signal.addEventListener("abort", done);
  });
}
