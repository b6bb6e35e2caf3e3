/** Connects the parts of `GET /live`: notices come in, streams go out. */
import { randomBytes } from "node:crypto";
import type { AsService, Database } from "@wakelog/data-api/db/database.ts";
import type { Gate } from "@wakelog/data-api/db/turnstile.ts";
import type { Engine } from "@wakelog/data-api/engine/engine.ts";
import type { OpenStream } from "@wakelog/data-api/http/answer/stream.ts";
import type { Observe } from "@wakelog/kit/observe.ts";
import { liveEndpoint } from "./endpoint.ts";
import { createHub } from "./hub.ts";
import { createLive } from "./live.ts";
import { passNoticesOn } from "./notices.ts";
import { announcer } from "./positions.ts";
import type { Siblings } from "./siblings.ts";

export interface LiveStreams {
  /** Tells those who follow a vessel that its row of this time, milliseconds since 1970-01-01 UTC, is committed. */
  readonly announce: (vesselId: string, time: number) => void;
  /** Answers requests for the stream. */
  endpoint(engine: Pick<Engine, "handle">): OpenStream;
  /** Begins to listen. @throws ConnectionError if the database cannot be reached */
  listen(): Promise<void>;
  /** Ends all streams; to be called before the server that holds them is closed. */
  endStreams(): void;
  close(): Promise<void>;
}

/** Makes the parts and connects them. */
export function liveStreams(deps: {
  readonly database: Pick<Database, "listen">;
  readonly service: AsService;
  readonly observe: Observe;
  /** Where open streams are counted; in this process alone if absent. */
  readonly places?: Gate;
  /** Other processes in which the same boats are followed. */
  readonly siblings?: Siblings;
}): LiveStreams {
  const { database, service, observe, places, siblings } = deps;
  const hub = createHub(randomBytes(6).toString("hex"));
  const live = createLive(hub, Date.now, siblings?.missed);
  siblings?.answer(hub.missed);
  const positions = announcer(service, observe);
  let stopListening = async (): Promise<void> => {};
  return {
    announce: (vesselId, time) => positions.announce([vesselId, time]),
    endpoint: (engine) => liveEndpoint(engine, live, places),
    async listen() {
      stopListening = await passNoticesOn(database, {
        hub,
        recheck: live.recheck,
        service,
        observe,
      });
    },
    endStreams: live.close,
    async close() {
      live.close();
      await positions.close();
      await stopListening();
    },
  };
}
