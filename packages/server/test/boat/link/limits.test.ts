/** What keys and links may cost: look-ups of unknown keys, and requests of all links of a boat together. */
import type { AsService } from "@wakelog/data-api/db/database.ts";
import { sql } from "@wakelog/data-api/db/sql.ts";
import { ApiError } from "@wakelog/kit/errors.ts";
import { describe, expect, it } from "vitest";
import { serviceForTests } from "../../../../../test/support/service.ts";
import { hashOf, linkFinder, newKey } from "../../../src/boat/link/keys.ts";
import { linkedBoat, newStream, pair } from "./linked-boat.ts";

const service = serviceForTests({ WAKELOG_RATE_LIMITS: "on" });
const { api } = service;

/** Finds links in the database, and counts the look-ups; the limit is three of an address. */
function finder() {
  const [lookedUp, counts] = [{ times: 0 }, new Map<string, number>()];
  const counted: AsService = (work) => {
    lookedUp.times++;
    return service.database.owner.transaction(work);
  };
  const { linkOf } = linkFinder(counted, async (address) => {
    counts.set(address, (counts.get(address) ?? 0) + 1);
    if ((counts.get(address) ?? 0) > 3)
      throw new ApiError({ code: "PT429", status: 429, message: "Too many requests", hint: "Wait." });
  });
  return {
    lookedUp,
    ask: (key: string, address: string) => linkOf({ authorization: `Bearer ${key}` }, address),
  };
}

describe("an unknown key", () => {
  it("is looked up once, and only a few of them for an address", async () => {
    const boat = await linkedBoat(api);
    const { ask, lookedUp } = finder();
    const unknown = newKey();
    for (let i = 0; i < 5; i++) expect(await ask(unknown, "192.0.2.1")).toBeNull();
    expect(lookedUp.times).toBe(1);
    await ask(newKey(), "192.0.2.1");
    expect(await ask(boat.key, "192.0.2.1")).toMatchObject({ vesselId: boat.vesselId });
    await expect(ask(newKey(), "192.0.2.1")).rejects.toMatchObject({ status: 429 });
    expect(lookedUp.times).toBe(3);
    // A key that is known already costs nothing, and others have their own count.
    expect(await ask(boat.key, "192.0.2.1")).toMatchObject({ vesselId: boat.vesselId });
    expect(await ask(newKey(), "198.51.100.1")).toBeNull();
    expect(lookedUp.times).toBe(4);
  });
});

describe("a boat with two links", () => {
  it("exchanges, polls and asks what arrived 60 times a minute, with both together", async () => {
    const boat = await linkedBoat(api);
    const keys = [boat.key, (await pair(api, boat)).json.key];
    const stream = newStream();
    const requests = {
      exchange: (token: string) => api.post("/link", { stream, rows: [] }, { token }),
      poll: (token: string) => api.get("/link?wait=0", { token }),
      has: (token: string) => api.get(`/link/has?stream=${stream}`, { token }),
    };
    for (const [kind, request] of Object.entries(requests)) {
      const statuses: number[] = [];
      for (let i = 0; i < 30; i++) for (const key of keys) statuses.push((await request(key)).status);
      expect(new Set(statuses), kind).toEqual(new Set([kind === "poll" ? 204 : 200]));
      const stopped = await request(boat.key);
      expect([stopped.status, Number(stopped.headers.get("retry-after"))], kind).toEqual([
        429,
        expect.any(Number),
      ]);
    }
  });
});

describe("a link that has ended", () => {
  it("takes no request from its boat's other link", async () => {
    const boat = await linkedBoat(api);
    const other = (await pair(api, boat)).json.key;
    const stream = newStream();
    const exchange = (token: string) => api.post("/link", { stream, rows: [] }, { token });
    expect((await exchange(boat.key)).status).toBe(200);
    await service.database.owner.transaction((tx) =>
      tx.run(sql`
        update app.boat_links set revoked_at = now()
        where vessel_id = ${boat.vesselId} and key_hash = decode(${hashOf(boat.key)}, 'hex')`),
    );
    for (let i = 0; i < 70; i++) expect((await exchange(boat.key)).status).toBe(401);
    expect((await exchange(other)).status).toBe(200);
  });
});
