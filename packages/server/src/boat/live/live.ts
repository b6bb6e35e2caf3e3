/**
 * `GET /live`: a boat's events as server-sent events, after the current state or from `Last-Event-ID` on. The checks of any
 * request decide who may follow. Streams hold no database connection.
 */
import type { Caller } from "@wakelog/data-api/engine/handlers.ts";
import type { Sink } from "@wakelog/data-api/http/answer/stream.ts";
import { COMMENT, written } from "./event-stream.ts";
import type { Hub, LiveEvent } from "./hub.ts";
import type { Siblings } from "./siblings.ts";

/** A request to follow a boat. */
export interface FollowRequest {
  readonly caller: Caller;
  /** `Last-Event-ID`; null if there is none. */
  readonly lastEventId: string | null;
  /** Reads the current state of the caller's vessel; null if the caller may no longer see it. */
  readonly present: () => Promise<Present | null>;
}

/** The current state of a vessel, as JSON. */
export interface Present {
  readonly vessel: string;
  readonly json: string;
}

export interface Live {
  /**
   * Streams a vessel's events to a sink.
   * @returns to be called when the client has disconnected
   */
  follow(request: FollowRequest, vessel: string, sink: Sink): () => void;
  /** Checks the streams of an account or vessel again and ends those no longer allowed. */
  recheck(accountOrVessel: string): void;
  /** Ends all streams, including those still being opened. */
  close(): void;
}

/** Client reconnect delay, milliseconds. */
const RETRY_MS = 3_000;
/** Interval of keep-alive comments, milliseconds. */
const COMMENT_MS = 15_000;
/** Disconnect a client with more buffered bytes; it may resume. */
const MOST_WAITING = 256 * 1024;

interface Stream {
  readonly request: FollowRequest;
  readonly vessel: string;
  readonly sink: Sink;
  readonly stop: () => void;
}

/**
 * The streams of a process, over its hub.
 * @param now milliseconds since 1970-01-01 UTC
 * @param elsewhere other processes' events of a vessel after the given one; null if none knows it
 */
export function createLive(
  hub: Hub,
  now: () => number = Date.now,
  elsewhere: Siblings["missed"] = async () => null,
): Live {
  const streams = new Set<Stream>();
  let isClosed = false;

  const end = (stream: Stream, how: "end" | "destroy"): void => {
    if (!streams.delete(stream)) return;
    stream.stop();
    stream.sink[how]();
  };

  const beat = setInterval(() => {
    const seconds = now() / 1000;
    for (const stream of streams) {
      const { exp } = stream.request.caller.claims;
      if (typeof exp === "number" && exp <= seconds) end(stream, "end");
      else if (stream.sink.waiting() > MOST_WAITING) end(stream, "destroy");
      else stream.sink.write(COMMENT);
    }
  }, COMMENT_MS);
  beat.unref();

  return {
    follow(request, vessel, sink) {
      const events = heldBack((event) => {
        if (sink.waiting() > MOST_WAITING) end(stream, "destroy");
        else sink.write(written(event));
      });
      const begin = (first: readonly LiveEvent[]): void => {
        if (!streams.has(stream)) return;
        sink.write(`retry: ${RETRY_MS}\n\n`);
        events.release(first);
      };
      const following = hub.follow(vessel, request.lastEventId, events.take, () => end(stream, "end"));
      const expiry = expiryOf(request.caller, now());
      const timer = expiry === null ? null : setTimeout(() => end(stream, "end"), expiry);
      timer?.unref();
      const stream: Stream = {
        request,
        vessel,
        sink,
        stop() {
          if (timer !== null) clearTimeout(timer);
          following.stop();
        },
      };
      streams.add(stream);
      // Admitted during shutdown: the client reconnects to another process.
      if (isClosed) end(stream, "end");
      else {
        const { missed, at } = following;
        if (missed !== null) begin(missed);
        // Read after collecting has begun, so that no event is missed; also a check, because the caller may have lost
        // access before this stream existed.
        const { lastEventId } = request;
        const fromSibling = missed === null && lastEventId !== null ? elsewhere(vessel, lastEventId) : null;
        Promise.all([presentOf(request, vessel), fromSibling?.catch(() => null)]).then(
          ([json, kept]) => {
            if (json === null) end(stream, "end");
            else if (missed === null) begin(kept ?? [{ id: at, kind: "state", data: json }]);
          },
          () => end(stream, "end"),
        );
      }
      return () => end(stream, "destroy");
    },
    recheck(accountOrVessel) {
      for (const stream of streams) {
        const { uid } = stream.request.caller.claims;
        if (uid !== accountOrVessel && stream.vessel !== accountOrVessel) continue;
        presentOf(stream.request, stream.vessel).then(
          (json) => json === null && end(stream, "end"),
          () => end(stream, "end"),
        );
      }
    },
    close() {
      isClosed = true;
      clearInterval(beat);
      for (const stream of streams) end(stream, "end");
    },
  };
}

/** Buffers events until the first ones are known. */
interface HeldBack {
  /** Takes an event. */
  take(event: LiveEvent): void;
  /** Sends `first`, then the buffered events, then each event at once. */
  release(first: readonly LiveEvent[]): void;
}

function heldBack(send: (event: LiveEvent) => void): HeldBack {
  let held: LiveEvent[] | null = [];
  return {
    take(event) {
      if (held === null) send(event);
      else held.push(event);
    },
    release(first) {
      const sent = new Set(first.map(contentOf));
      const waited = (held ?? []).filter((event) => !sent.has(contentOf(event)));
      held = null;
      for (const event of [...first, ...waited]) send(event);
    },
  };
}

/** Identifies an event across processes, because the same one may arrive from two. */
function contentOf({ kind, data }: LiveEvent): string {
  return `${kind} ${data}`;
}

/** The vessel's current state as JSON; null if the caller may no longer see it. */
async function presentOf({ present }: FollowRequest, vessel: string): Promise<string | null> {
  const now = await present();
  return now !== null && now.vessel === vessel ? now.json : null;
}

/** Whose limit a stream counts against: the account or the boat. */
export function ownerOf({ role, claims }: Caller): string {
  return String(claims.uid ?? claims.vid ?? role);
}

/** Milliseconds until the token expires; null if never, or beyond a timer's range (a heartbeat notices then). */
function expiryOf({ claims: { exp } }: Caller, now: number): number | null {
  if (typeof exp !== "number") return null;
  const milliseconds = exp * 1000 - now;
  return milliseconds < 2_147_483_647 ? Math.max(milliseconds, 0) : null;
}
