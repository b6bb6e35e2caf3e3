/** Passes on to those who follow a boat what is told on the channel of `sql/code/49_live`. */
import { z } from "zod";
import type { Database, Tx } from "../db/database.ts";
import { parseJson } from "../json/json.ts";
import type { Observe } from "../observe.ts";
import type { Hub } from "./hub.ts";
import { liveChannel, positionsOf, type RowKey } from "./positions.ts";

const notice = z.union([
  z.object({
    vessel: z.string(),
    event: z.enum(["log", "stay", "alert", "connection"]),
    data: z.unknown(),
  }),
  z.object({ revoked: z.string() }),
  z.object({ rows: z.array(z.tuple([z.string(), z.number()])) }),
]);

/** Where notices go. */
export interface NoticeTargets {
  readonly hub: Hub;
  /** Checks again whether the streams of an account or a vessel may go on. */
  readonly recheck: (accountOrVessel: string) => void;
  /** Runs work in a transaction of its own as the service. */
  readonly service: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>;
  readonly observe: Observe;
}

/** Passes notices on until the returned function is called. One connection listens for the whole process. */
export async function passNoticesOn(
  database: Pick<Database, "listen">,
  targets: NoticeTargets,
): Promise<() => Promise<void>> {
  const { hub, service, observe } = targets;
  /** Positions are read one batch after another, so that a boat's come in order. */
  let reading: Promise<void> = Promise.resolve();
  const stop = await database.listen(await liveChannel(service), (payload) => {
    // An empty payload: the connection was lost, and with it perhaps a notice.
    if (payload === "") return hub.interrupt();
    const told = notice.safeParse(parseJson(payload));
    if (!told.success) return observe({ kind: "fault", where: "live: a notice", cause: told.error });
    if ("revoked" in told.data) return targets.recheck(told.data.revoked);
    if ("event" in told.data) {
      const { vessel, event, data } = told.data;
      return hub.publish(vessel, event, JSON.stringify(data));
    }
    const keys = told.data.rows.filter(([vessel]) => hub.isFollowed(vessel));
    if (keys.length > 0) reading = reading.then(() => publishPositions(targets, keys));
  });
  return async () => {
    await stop();
    await reading;
  };
}

async function publishPositions(
  { hub, service, observe }: NoticeTargets,
  keys: readonly RowKey[],
): Promise<void> {
  try {
    for (const { vessel, data } of await positionsOf(service, keys)) hub.publish(vessel, "position", data);
  } catch (cause) {
    observe({ kind: "fault", where: "live: positions", cause });
    hub.interrupt();
  }
}
