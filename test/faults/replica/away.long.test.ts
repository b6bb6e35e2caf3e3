/** A replica that is killed, frozen or shut down while many read: no request fails. */
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it, vi } from "vitest";
import { PATIENCE, replicaForTests, SAILORS } from "./replica-service.ts";
import { hasPrograms } from "./streaming.ts";

describe(hasPrograms ? "a replica that goes away" : "skipped: no PostgreSQL 15", { timeout: 120_000 }, () => {
  const on = replicaForTests();
  const { api, answered, byReplica, settled } = on;

  /** Reads from all sides until it is told to stop. @returns what went wrong */
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
    await work();
    isOver = true;
    await Promise.all(loops);
    return failed;
  };
  const isUsed = (): Promise<void> =>
    vi.waitFor(async () => expect(await byReplica(() => sleep(300))).toBeGreaterThan(20), PATIENCE);
  const isUnused = (): Promise<void> =>
    vi.waitFor(async () => {
      const before = await answered("primary");
      expect(await byReplica(() => sleep(300))).toBe(0);
      expect(await answered("primary")).toBeGreaterThan(before + 5);
    }, PATIENCE);

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
