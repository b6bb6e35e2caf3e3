/**
 * `GET /live`: what happens on a boat, as server-sent events. It begins with the present state, or takes up again where
 * `Last-Event-ID` says. Who may follow is decided by the same checks as any request's; a stream holds no
 * connection to the database.
 */
import type { Caller } from "@wakelog/data-api/engine/handlers.ts";
import type { Sink } from "@wakelog/data-api/http/answer/stream.ts";
import { COMMENT, written } from "./event-stream.ts";
import type { Hub, LiveEvent } from "./hub.ts";
import type { Siblings } from "./siblings.ts";

/** A request to follow a boat. */
export interface FollowRequest {
  readonly caller: Caller;
  /** The `Last-Event-ID` header; null if there is none. */
  readonly lastEventId: string | null;
  /** Reads the present state of the caller's vessel; null if the caller may no longer see it. */
  readonly present: () => Promise<Present | null>;
}

/** The present state of a vessel, as JSON. */
export interface Present {
  readonly vessel: string;
  readonly json: string;
}

export interface Live {
  /**
   * Streams what happens on a vessel to a sink.
   * @returns what to call when the client is gone
   */
  follow(request: FollowRequest, vessel: string, sink: Sink): () => void;
  /** Checks again whether the streams of an account or a vessel may go on, and ends those that may not. */
  recheck(accountOrVessel: string): void;
  /** Ends all streams, and those that begin from now on as soon as they do. */
  close(): void;
}

/** How long a client waits before it connects again, milliseconds. */
const RETRY_MS = 3_000;
/** How often a comment is written, milliseconds. */
const COMMENT_MS = 15_000;
/** A client that has more bytes than this waiting is cut off; it may take up again where it was. */
const MOST_WAITING = 256 * 1024;

interface Stream {
  readonly request: FollowRequest;
  readonly vessel: string;
  readonly sink: Sink;
  readonly stop: () => void;
}

/**
 * Makes the streams of a process over its hub.
 * @param now milliseconds since 1970-01-01 UTC
 * @param elsewhere another process's events of a vessel since the given one; null if none knows that one
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
      // Admitted while all streams were being ended: the client comes back to a process that stays.
      if (isClosed) end(stream, "end");
      else {
        const { missed, at } = following;
        if (missed !== null) begin(missed);
        // Read only once events are being collected, so that none is missed in between; and in any case, because the
        // caller may have lost the right since, when there was no stream yet to be checked.
        const { lastEventId } = request;
        const asked = missed === null && lastEventId !== null ? elsewhere(vessel, lastEventId) : null;
        Promise.all([presentOf(request, vessel), asked?.catch(() => null)]).then(
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

/** Events that come while it is not known yet which ones come first. */
interface HeldBack {
  /** Takes an event as it happens. */
  take(event: LiveEvent): void;
  /** Sends what comes first, then what was held back, and from now on each event at once. */
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
      const told = new Set(first.map(contentOf));
      const waited = (held ?? []).filter((event) => !told.has(contentOf(event)));
      held = null;
      for (const event of [...first, ...waited]) send(event);
    },
  };
}

/** What an event says, whichever process told it: what is collected here may have been told there too. */
function contentOf({ kind, data }: LiveEvent): string {
  return `${kind} ${data}`;
}

/** The vessel's present state as JSON; null if the caller may no longer see it. */
async function presentOf({ present }: FollowRequest, vessel: string): Promise<string | null> {
  const now = await present();
  return now !== null && now.vessel === vessel ? now.json : null;
}

/** Whose streams are counted together: the account's, or the boat's own. */
export function ownerOf({ role, claims }: Caller): string {
  return String(claims.uid ?? claims.vid ?? role);
}

/** Milliseconds until the token expires; null if it never does, or later than a timer can wait, which a beat notices. */
function expiryOf({ claims: { exp } }: Caller, now: number): number | null {
  if (typeof exp !== "number") return null;
  const milliseconds = exp * 1000 - now;
  return milliseconds < 2_147_483_647 ? Math.max(milliseconds, 0) : null;
}
