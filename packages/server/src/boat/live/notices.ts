/** Forwards notifications of `packages/server/sql/code/49_live` to followers. */

import type { AsService, Database } from "@wakelog/data-api/db/database.ts";
import { parseJson } from "@wakelog/kit/json/json.ts";
import type { Observe } from "@wakelog/kit/observe.ts";
import { z } from "zod";
import type { Hub } from "./hub.ts";
import { liveChannel, positionsOf, type RowKey, type RowsInHand } from "./positions.ts";

const notice = z.union([
  z.object({
    vessel: z.string(),
    event: z.enum(["log", "stay", "alert", "connection"]),
    data: z.unknown(),
  }),
  z.object({ revoked: z.string() }),
  z.object({ link: z.string() }),
  z.object({ rows: z.array(z.tuple([z.string(), z.number()])) }),
]);

/** Targets of notifications. */
export interface NoticeTargets {
  readonly hub: Hub;
  /** What this process stored itself. */
  readonly inHand: RowsInHand;
  /** Checks the streams of an account or vessel again. */
  readonly recheck: (accountOrVessel: string) => void;
  /** News for the link of a boat; null: for all, because some may have been lost. */
  readonly linkNews: (vesselId: string | null) => void;
  readonly service: AsService;
  readonly observe: Observe;
}

/** Forwards notifications until the returned function is called. One connection listens for the whole process. */
export async function passNoticesOn(
  database: Pick<Database, "listen">,
  targets: NoticeTargets,
): Promise<() => Promise<void>> {
  const { hub, service, observe } = targets;
  /** Positions are passed on in sequence, so that a boat's arrive in order. */
  let reading: Promise<void> = Promise.resolve();
  const receive = (payload: string): void => {
    // Empty payload: the connection was lost, and perhaps notifications with it.
    if (payload === "") {
      hub.interrupt();
      targets.linkNews(null);
    } else {
      const parsed = notice.safeParse(parseJson(payload));
      if (parsed.success) pass(parsed.data);
      else observe({ kind: "fault", where: "live: a notice", cause: parsed.error });
    }
  };
  const pass = (received: z.infer<typeof notice>): void => {
    if ("revoked" in received) targets.recheck(received.revoked);
    else if ("link" in received) targets.linkNews(received.link);
    else if ("event" in received) hub.publish(received.vessel, received.event, JSON.stringify(received.data));
    else {
      const keys = received.rows.filter(([vessel]) => hub.isFollowed(vessel));
      if (keys.length > 0) reading = reading.then(() => publishPositions(targets, keys));
    }
  };
  const stop = await database.listen(await liveChannel(service), receive);
  return async () => {
    await stop();
    await reading;
  };
}

async function publishPositions(
  { hub, inHand, service, observe }: NoticeTargets,
  keys: readonly RowKey[],
): Promise<void> {
  try {
    for (const { vessel, data } of await positionsOf(service, keys, inHand))
      hub.publish(vessel, "position", data);
  } catch (cause) {
    observe({ kind: "fault", where: "live: positions", cause });
    hub.interrupt();
  }
}
