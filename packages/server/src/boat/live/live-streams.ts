/** Connects the parts of `GET /live`. */
import { randomBytes } from "node:crypto";
import type { AsService, Database } from "@wakelog/data-api/db/database.ts";
import type { Gate } from "@wakelog/data-api/db/turnstile.ts";
import type { Engine } from "@wakelog/data-api/engine/engine.ts";
import type { OpenStream } from "@wakelog/data-api/http/answer/stream.ts";
import type { Observe } from "@wakelog/kit/observe.ts";
import { liveEndpoint } from "./endpoint.ts";
import { createHub } from "./hub.ts";
import { createLive } from "./live.ts";
import { type NoticeTargets, passNoticesOn } from "./notices.ts";
import { announcer, type Position, positionData, RowsInHand } from "./positions.ts";
import type { Siblings } from "./siblings.ts";

export interface LiveStreams {
  /**
   * Announces a vessel's committed row.
   * @param time milliseconds since 1970-01-01 UTC
   * @param position the row as followers see it; called only if the vessel has some here
   */
  readonly announce: (vesselId: string, time: number, position: () => Position) => void;
  /** Handles stream requests. */
  endpoint(engine: Pick<Engine, "handle">): OpenStream;
  /** Starts to listen. @throws ConnectionError if the database cannot be reached */
  listen(): Promise<void>;
  /** Ends all streams; call it before closing their server. */
  endStreams(): void;
  close(): Promise<void>;
}

/** Creates and connects the parts. */
export function liveStreams(deps: {
  readonly database: Pick<Database, "listen">;
  readonly service: AsService;
  readonly observe: Observe;
  /** Receives news for the links of boats. */
  readonly linkNews: NoticeTargets["linkNews"];
  /** Counts open streams; if absent, this process only. */
  readonly places?: Gate;
  /** Other processes that serve the same boats. */
  readonly siblings?: Siblings;
}): LiveStreams {
  const { database, service, observe, linkNews, places, siblings } = deps;
  const hub = createHub(randomBytes(6).toString("hex"));
  const live = createLive(hub, Date.now, siblings?.missed);
  siblings?.answer(hub.missed);
  const positions = announcer(service, observe);
  const inHand = new RowsInHand();
  let stopListening = async (): Promise<void> => {};
  return {
    announce(vesselId, time, position) {
      if (hub.isFollowed(vesselId)) inHand.keep([vesselId, time], positionData(position()));
      positions.announce([vesselId, time]);
    },
    endpoint: (engine) => liveEndpoint(engine, live, places),
    async listen() {
      stopListening = await passNoticesOn(database, {
        hub,
        inHand,
        recheck: live.recheck,
        linkNews,
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
