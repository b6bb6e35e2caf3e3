/** Writes with an `Idempotency-Key`: sent again, they are answered as before and do nothing. */
import { randomUUID } from "node:crypto";
import { sql } from "@wakelog/data-api/db/sql.ts";
import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import type { Answer } from "../../../../../test/support/client.ts";
import { lawCases } from "../../../../../test/support/laws/cases.ts";
import { DAY_TRIP, passage } from "../../../../../test/support/passage.ts";
import { serviceForTests } from "../../../../../test/support/service.ts";
import { newSkipper, type Skipper } from "../../../../../test/support/skipper.ts";

const service = serviceForTests();
const { api } = service;
let skipper: Skipper;
beforeAll(async () => {
  skipper = await newSkipper(service);
});

const REPRESENTATION = { Prefer: "return=representation" };

/** Sends a write with a key, as the user. */
function keyed(key: string, method: string, path: string, body?: unknown, more = {}): Promise<Answer> {
  return api.send(method, path, {
    token: skipper.sailor.userToken,
    headers: { "Idempotency-Key": `"${key}"`, ...REPRESENTATION, ...more },
    ...(body === undefined ? {} : { body }),
  });
}
const told = ({ status, json, headers }: Answer) => ({ status, json, location: headers.get("location") });
const countOf = async (text: string): Promise<number> =>
  (await skipper.rows(`/log_entries?text=eq.${encodeURIComponent(text)}`)).length;

describe("a write with a key that was used before", () => {
  it.each([
    ["POST", "/log_entries", { text: "Anchor up" }, 201],
    ["PATCH", "/log_entries?text=eq.nothing", { text: "x" }, 200],
    ["DELETE", "/log_entries?text=eq.nothing", undefined, 200],
    ["POST", "/rpc/update_user_preferences_fn", { key: "{use_imperial_units}", value: "true" }, 200],
  ] as const)("%s %s has the answer that it had", async (method, path, body, status) => {
    const key = randomUUID();
    const first = await keyed(key, method, path, body);
    expect(first.status, first.text).toBe(status);
    expect(first.headers.get("idempotency-replayed")).toBeNull();
    const again = await keyed(key, method, path, body);
    expect(told(again)).toEqual(told(first));
    expect(again.headers.get("idempotency-replayed")).toBe("true");
    expect(again.headers.get("content-type")).toBe(first.headers.get("content-type"));
  });

  it("does nothing again, with the key quoted or bare", async () => {
    const key = randomUUID();
    await keyed(key, "POST", "/log_entries", { text: "Once" });
    const bare = await keyed(key, "POST", "/log_entries", { text: "Once" }, { "Idempotency-Key": key });
    expect(bare.status).toBe(201);
    expect(await countOf("Once")).toBe(1);
  });

  it("is refused if it is another request, and does nothing", async () => {
    const key = randomUUID();
    await keyed(key, "POST", "/log_entries", { text: "This" });
    for (const other of [
      await keyed(key, "POST", "/log_entries", { text: "That" }),
      await keyed(key, "POST", "/log_entries?select=id", { text: "This" }),
      await keyed(key, "DELETE", "/log_entries?text=eq.This"),
    ])
      expect([other.status, other.json.code]).toEqual([422, "key_reused"]);
    expect([await countOf("This"), await countOf("That")]).toEqual([1, 0]);
  });

  it("is another account's own", async () => {
    const key = randomUUID();
    const other = await newSkipper(service);
    const headers = { "Idempotency-Key": key, ...REPRESENTATION };
    const [mine, theirs] = [
      await api.post("/log_entries", { text: "Same key" }, { token: skipper.sailor.userToken, headers }),
      await api.post("/log_entries", { text: "Same key" }, { token: other.sailor.userToken, headers }),
    ];
    expect([mine.status, theirs.status]).toEqual([201, 201]);
    expect(theirs.json[0].id).not.toBe(mine.json[0].id);
    const boats = await api.post(
      "/log_entries",
      { text: "Same key" },
      { token: skipper.sailor.vesselToken, headers },
    );
    expect(boats.json[0].id).not.toBe(mine.json[0].id);
  });
});

it("keeps a refusal too, even if it would succeed by now", async () => {
  const key = randomUUID();
  const bad = { text: "Refused", kind: "song" };
  const first = await keyed(key, "POST", "/log_entries", bad);
  expect(first.status).toBe(400);
  const again = await keyed(key, "POST", "/log_entries", bad);
  expect(told(again)).toEqual(told(first));
  expect(again.headers.get("idempotency-replayed")).toBe("true");
});

it("keeps nothing of a write that is rolled back, nor of one that may not be made", async () => {
  const key = randomUUID();
  const forbidden = await keyed(key, "POST", "/metadata", { name: "x" });
  expect(forbidden.status).toBe(403);
  expect((await keyed(key, "POST", "/log_entries", { text: "Now" })).status).toBe(201);
});

it("refuses a key that is none, and an answer too long to keep", async () => {
  for (const key of ["", "x".repeat(256), "naïve"])
    expect((await keyed("", "POST", "/log_entries", { text: "x" }, { "Idempotency-Key": key })).status).toBe(
      400,
    );
  const key = randomUUID();
  const many = Array.from({ length: 30 }, (_, n) => ({ text: `${n} ${"long ".repeat(600)}` }));
  const long = await keyed(key, "POST", "/log_entries", many);
  expect([long.status, long.json.code]).toEqual([400, "key_answer_too_long"]);
  const short = await keyed(key, "POST", "/log_entries", many, { Prefer: "return=minimal" });
  expect(short.status).toBe(201);
});

it("takes a boat's rows once, and the logbook follows from them as from any others", async () => {
  const boat = await newSkipper(service);
  const rows = passage(Date.UTC(2026, 5, 1, 6), DAY_TRIP);
  for (let at = 0; at < rows.length; at += 40) {
    const headers = { "Idempotency-Key": `batch-${at}`, ...REPRESENTATION };
    const send = () =>
      api.post("/metrics?select=time", rows.slice(at, at + 40), { token: boat.sailor.vesselToken, headers });
    const [first, again] = [await send(), await send()];
    expect(first.status, first.text).toBe(201);
    expect(told(again)).toEqual(told(first));
  }
  await service.drainJobs();
  expect(await boat.rows("/metrics?select=time")).toHaveLength(rows.length);
  expect(await boat.rows("/logbook?select=id&active=is.false")).toHaveLength(2);
});

it("lets a guest write nothing, with a key as without", async () => {
  const { database } = service;
  const guest = await newSkipper(service);
  await database.owner.transaction((tx) =>
    tx.run(sql`update app.memberships set role = 'guest'
    where account_id = (select account_id from app.accounts where email = ${guest.sailor.email})`),
  );
  const headers = { "Idempotency-Key": randomUUID() };
  const token = guest.sailor.userToken;
  expect((await api.post("/log_entries", { text: "x" }, { token, headers })).status).toBe(403);
  expect((await api.get("/log_entries", { token })).status).toBe(200);
  expect((await api.get("/rpc/log_photo_fn?_id=1", { token })).status).toBe(404);
});

it("says nothing about reads, and nothing to strangers", async () => {
  const headers = { "Idempotency-Key": "same" };
  const token = skipper.sailor.userToken;
  for (const path of ["/log_entries", "/stays"])
    expect((await api.get(path, { token, headers })).status).toBe(200);
  for (const pass of ["one", "two"]) {
    const signedIn = await api.post("/rpc/login", { email: "unknown@example.org", pass }, { headers });
    expect(signedIn.status).toBe(401);
  }
});

it("while the same request is being carried out it is 409, and then the answer is there", async () => {
  const key = randomUUID();
  // Another transaction holds the row that the procedure writes, so that it waits.
  const { database } = service;
  let free = (): void => {};
  const held = new Promise<void>((resolve) => {
    free = resolve;
  });
  const id = (await keyed(randomUUID(), "POST", "/log_entries", { text: "Held" })).json[0].id;
  let isLocked = (): void => {};
  const locked = new Promise<void>((resolve) => {
    isLocked = resolve;
  });
  const holding = database.owner.transaction(async (tx) => {
    await tx.run(sql`select from api.log_entries where id = ${id} for update`);
    isLocked();
    await held;
  });
  await locked;
  const first = keyed(key, "PATCH", `/log_entries?id=eq.${id}`, { text: "Changed" });
  let busy: Answer;
  do busy = await keyed(key, "PATCH", `/log_entries?id=eq.${id}`, { text: "Changed" }, { Prefer: "tx=none" });
  while (busy.status !== 409);
  expect([busy.json.code, busy.headers.get("retry-after")]).toEqual(["key_busy", "1"]);
  free();
  await holding;
  expect((await first).status).toBe(200);
  const after = await keyed(key, "PATCH", `/log_entries?id=eq.${id}`, { text: "Changed" });
  expect(told(after)).toEqual(told(await first));
});

it("forgets after 30 days, and the oldest of more than 5000", async () => {
  const { database } = service;
  const [old, kept] = [randomUUID(), randomUUID()];
  await keyed(old, "POST", "/log_entries", { text: "Old" });
  await keyed(kept, "POST", "/log_entries", { text: "Kept" });
  const run = (statement: ReturnType<typeof sql>) => database.owner.transaction((tx) => tx.run(statement));
  await run(sql`update app.kept_answers set kept_at = now() - interval '31 days' where key = ${old}`);
  await keyed(old, "POST", "/log_entries", { text: "Old" });
  await keyed(kept, "POST", "/log_entries", { text: "Kept" });
  expect([await countOf("Old"), await countOf("Kept")]).toEqual([2, 1]);
  await run(sql`update app.kept_answers set kept_at = now() - interval '31 days' where key = ${old}`);
  await service.drainJobs();
  await run(sql`update app.kept_answers set n = n - 5010 where key = ${kept}`);
  await keyed(randomUUID(), "POST", "/log_entries", { text: "Newest" });
  await keyed(kept, "POST", "/log_entries", { text: "Kept" });
  expect(await countOf("Kept")).toBe(2);
});

it("whatever is repeated and at once, each key writes once, and all its answers agree", async () => {
  const request = fc.record({ key: fc.nat(5), text: fc.nat(2), bad: fc.boolean() });
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(request, { minLength: 1, maxLength: 4 }), { maxLength: 6 }),
      async (steps) => {
        const run = randomUUID();
        const text = (n: number) => `${run} ${n}`;
        /** By key: the first request, and its response. */
        const firsts = new Map<number, { readonly sent: string; readonly answer: unknown }>();
        for (const step of steps) {
          const sent = step.map(async (one) => {
            const body = one.bad ? { text: text(one.text), kind: "song" } : { text: text(one.text) };
            const answer = await keyed(`${run}-${one.key}`, "POST", "/log_entries", body);
            return { key: one.key, sent: JSON.stringify(body), answer };
          });
          for (const { key, sent: body, answer } of await Promise.all(sent)) {
            if (answer.json?.code === "key_busy") continue;
            const first = firsts.get(key);
            if (answer.json?.code === "key_reused") continue;
            if (first === undefined) firsts.set(key, { sent: body, answer: told(answer) });
            else {
              expect(body).toBe(first.sent);
              expect(told(answer)).toEqual(first.answer);
            }
          }
        }
        const wanted = [...firsts.values()]
          .filter(({ sent }) => !sent.includes("song"))
          .map(({ sent }) => JSON.parse(sent).text);
        const found = await skipper.rows(`/log_entries?text=like.${run}*&select=text`);
        expect(found.map((row: { text: string }) => row.text).sort()).toEqual(wanted.sort());
        await api.delete(`/log_entries?text=like.${run}*`, { token: skipper.sailor.userToken });
      },
    ),
    { numRuns: lawCases(0.2) },
  );
});
