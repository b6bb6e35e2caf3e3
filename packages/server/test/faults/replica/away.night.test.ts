/** A replica that is killed, frozen or shut down while many read: no request fails. */
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it, vi } from "vitest";
import { PATIENCE, replicaForTests, SAILORS } from "./replica-service.ts";
import { hasPrograms } from "./streaming.ts";

describe(hasPrograms ? "a replica that goes away" : "skipped: no PostgreSQL 15", { timeout: 300_000 }, () => {
  const on = replicaForTests();
  const { api, answered, byReplica, settled } = on;

  /** Reads from all sides until stopped. @returns failures */
  const underLoad = async (work: () => Promise<void>): Promise<readonly string[]> => {
    const failed: string[] = [];
    let isOver = false;
    const loops = on.sailors.slice(0, SAILORS - 1).map(async ({ userToken: token }) => {
      while (!isOver) {
        const answer = await api.get("/vessels_view?select=name", { token });
        if (answer.status !== 200) failed.push(`${answer.status} ${answer.text}`);
        await sleep(5);
      }
    });
    await work().finally(() => {
      isOver = true;
    });
    await Promise.all(loops);
    return failed;
  };
  /** Waits for ten more answers, however long a busy machine takes for them. */
  const tenMore = async (place: "primary" | "replica"): Promise<void> => {
    const before = await answered(place);
    await vi.waitFor(async () => expect(await answered(place)).toBeGreaterThan(before + 10), PATIENCE);
  };
  const isUsed = (): Promise<void> => tenMore("replica");
  const isUnused = (): Promise<void> =>
    vi.waitFor(async () => expect(await byReplica(() => tenMore("primary"))).toBe(0), {
      timeout: 60_000,
      interval: 100,
    });

  it.skipIf(!hasPrograms)("is not noticed, and is read from again once it is back", async () => {
    await settled();
    const failed = await underLoad(async () => {
      await isUsed();
      await on.servers.signalReplica("SIGKILL");
      await isUnused();
      await on.servers.startReplica();
      await isUsed();
      await on.servers.signalReplica("SIGSTOP");
      await isUnused();
      await on.servers.signalReplica("SIGCONT");
      await isUsed();
      await on.servers.signalReplica("SIGINT");
      await isUnused();
      await on.servers.startReplica();
      await isUsed();
    });
    expect(failed).toEqual([]);
  });
});
