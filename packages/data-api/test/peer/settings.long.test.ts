/** Effects of settings, beside PostgREST 11.2.2: identity by secrets, audiences and claims, and limits of rows. */
import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { TestDatabase } from "../../../../test/support/database.ts";
import { fixtureDatabase } from "../cases/fixture.ts";
import { differences } from "./comparison.ts";
import { MENDED_LATER } from "./differences/mended-later.ts";
import { type Pair, peerBinary, startPair } from "./pair.ts";
import { type PeerRequest, parseRequests, shown, undone } from "./request.ts";
import { PEER_KEYS, PEER_SECRET, peerTokens } from "./tokens.ts";

const { rsa, otherRsa, ec, edwards, shared } = PEER_KEYS;
const KEYS = [{ ...otherRsa, kid: "other" }, { ...rsa, kid: "rsa" }, { ...ec, use: "enc" }, edwards, shared];
const WHO: readonly PeerRequest[] = [...peerTokens().keys()].map((as) => ({
  method: "GET",
  target: "/rpc/whoami",
  headers: {},
  as,
}));
const ANONYMOUS: PeerRequest = { method: "GET", target: "/rpc/whoami", headers: {} };
const SEARCHED = parseRequests(`
GET /rpc/from_common
GET /sites?select=id,initial&order=id
GET /filters?order=id
GET /stars?select=class::spectral_class&limit=1
`);
const ROWS = parseRequests(readFileSync(new URL("requests/rows.txt", import.meta.url), "utf8"));

describe.skipIf(peerBinary(11) === null)("beside PostgREST 11.2.2", () => {
  let database: TestDatabase;

  beforeAll(async () => {
    database = await fixtureDatabase();
  });
  afterAll(() => database.drop());

  const found = async (pair: Pair, asked: readonly PeerRequest[]): Promise<readonly unknown[]> => {
    const all: unknown[] = [];
    for (const request of asked.map(undone)) {
      const [theirs, ours] = [await pair.theirs.send(request), await pair.ours.send(request)];
      const one = differences(theirs, ours);
      const ask = { theirs: pair.theirs.send, ours: pair.ours.send };
      const isKnown = MENDED_LATER.some(({ explains }) => explains({ request, theirs, ours, ask }));
      if (one.length > 0 && !isKnown) all.push([shown(request), ...one]);
    }
    return all;
  };

  it.each<readonly [string, Readonly<Record<string, string>>]>([
    ["a secret", {}],
    ["a public key", { "jwt-secret": JSON.stringify({ ...rsa, alg: "RS256", use: "sig", kid: "rsa" }) }],
    ["no key", { "jwt-secret": JSON.stringify({ keys: [] }) }],
    ["a set of keys", { "jwt-secret": JSON.stringify({ keys: KEYS }) }],
    [
      "a secret in base64, an audience and the role by a quoted name",
      {
        "jwt-secret": Buffer.from(PEER_SECRET).toString("base64"),
        "jwt-secret-is-base64": "true",
        "jwt-aud": "observatory",
        "jwt-role-claim-key": '."a.b"',
      },
    ],
    [
      "the role in a list, and no anonymous role",
      { "jwt-role-claim-key": ".who.all[1]", "db-anon-role": "" },
    ],
    ["no secret", { "jwt-secret": "" }],
  ])("tokens mean the same with %s", async (_name, settings) => {
    const pair = await startPair(peerBinary(11) ?? "", database.url, settings);
    try {
      expect(await found(pair, [ANONYMOUS, ...WHO])).toEqual([]);
    } finally {
      await pair.stop();
    }
  });

  it("no further schemas are searched where db-extra-search-path is empty", async () => {
    await database.owner.transaction((tx) =>
      tx.script(`
        create table public.common (id integer primary key);
        create function public.initial(observatory.sites) returns text language sql stable as $$ select left($1.name, 1) $$;
        create function observatory.from_common() returns bigint language plpgsql stable as $$
          begin return (select count(*) from common); end $$;
        grant usage on schema public to fixture_anonymous;
        grant select on public.common to fixture_anonymous;`),
    );
    for (const path of ["", "public"]) {
      const pair = await startPair(peerBinary(11) ?? "", database.url, { "db-extra-search-path": path });
      try {
        expect(await found(pair, SEARCHED)).toEqual([]);
        const { status } = await pair.ours.send({ method: "GET", target: "/rpc/from_common", headers: {} });
        expect(status).toBe(path === "" ? 404 : 200);
      } finally {
        await pair.stop();
      }
    }
  });

  it("at most so many rows are answered as db-max-rows says, and counted so", async () => {
    const pair = await startPair(peerBinary(11) ?? "", database.url, { "db-max-rows": "2" });
    try {
      expect(await found(pair, ROWS)).toEqual([]);
    } finally {
      await pair.stop();
    }
  });
});
