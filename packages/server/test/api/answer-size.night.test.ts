/** An answer cannot be made larger than the machine: going round and round an embed, or reading everything. */
import { readFileSync } from "node:fs";
import { sql } from "@wakelog/data-api/db/sql.ts";
import { beforeAll, describe, expect, it } from "vitest";
import { type Answer, newSailor, type Sailor } from "../../../../test/support/client.ts";
import { serviceForTests } from "../../../../test/support/service.ts";

const service = serviceForTests();
const { api } = service;
let sailor: Sailor;

beforeAll(async () => {
  sailor = await newSailor(api, "Round");
  const stays = Array.from({ length: 300 }, (_, i) => ({
    name: `stay ${i}`,
    latitude: 60,
    longitude: 23,
    arrived: new Date(Date.UTC(2020, 0, 1, 12 * i)).toISOString(),
    departed: new Date(Date.UTC(2020, 0, 1, 12 * i + 6)).toISOString(),
    stay_code: 2,
  }));
  const posted = await api.post("/stays", stays, {
    token: sailor.userToken,
    headers: { Prefer: "return=minimal" },
  });
  expect(posted.status, posted.text).toBe(201);
});

/** Peak memory of any backend of this database, in MB; null where the kernel does not report it. */
async function backendPeak(): Promise<number | null> {
  const rows = await service.database.owner.transaction((tx) =>
    tx.query(sql`select pid from pg_stat_activity where datname = current_database()`),
  );
  try {
    const peaks = rows.map(({ pid }) => {
      const [, kilobytes = "0"] = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
      return Number(kilobytes) / 1024;
    });
    return Math.max(...peaks);
  } catch {
    return null;
  }
}

describe("an answer that would be too large", () => {
  it("is refused in a sentence before it is put together", async () => {
    const before = await backendPeak();
    const rounds = [
      "/stays_at?select=stay_code,stays(id,stays_at(stays(id)))",
      "/stays_at?select=stay_code,stays(id,stays_at(stays(id,stays_at(stays(id)))))",
      "/stays?select=id,stays_at(stays(id,stays_at(stays(id))))",
      "/stays?select=id,a:stays_at!inner(b:stays!inner(id,c:stays_at!inner(d:stays!inner(id))))",
      "/stays?select=id,stays_at(...stays_at(stays(id)))",
      "/stays?select=id,stays_at(stays(id,name,stays_at(stays(id,name)))),moorages(stays(id,stays_at(stays(id))))",
    ];
    const answers: (readonly [string, Answer])[] = [];
    for (const target of rounds) answers.push([target, await api.get(target, { token: sailor.userToken })]);
    const written = await api.patch(
      "/stays?id=gt.0&select=id,stays_at(stays(id,stays_at(stays(id))))",
      { notes: "round" },
      { token: sailor.userToken, headers: { Prefer: "return=representation" } },
    );
    const after = await backendPeak();
    process.stderr.write(
      `the largest backend: ${before?.toFixed(0)} MB before, ${after?.toFixed(0)} MB after\n`,
    );
    for (const [target, { status, json, text }] of answers) {
      if (status === 200) expect(text.length, target).toBeLessThan(20_000_000);
      else expect([status, json.message.split(" ").length > 4], target).toEqual([400, true]);
    }
    expect([written.status, written.json.code]).toEqual([400, "54000"]);
    expect((await api.get("/stays?notes=eq.round&select=id", { token: sailor.userToken })).json).toEqual([]);
    if (before !== null && after !== null) expect(after - before).toBeLessThan(150);
  });

  it("is not even planned if too much is embedded, by whomever", async () => {
    const before = await backendPeak();
    const beside = (most: number): string =>
      `/stays_at?select=${Array.from({ length: most }, (_, n) => `e${n}:stays(id)`).join(",")}&limit=1`;
    const within = `/stays_at?select=${Array.from({ length: 11 }, (_, n) => `e${n}:stays(stays_at(stay_code))`)}`;
    for (const target of [beside(21), beside(300), within]) {
      for (const ask of [{}, { token: sailor.userToken }]) {
        const { status, json } = await api.get(target, ask);
        expect([status, json.code, json.message]).toEqual([
          400,
          "54001",
          "A request can embed at most 20 resources, over all levels",
        ]);
      }
    }
    expect((await api.get(beside(20), { token: sailor.userToken })).status).toBe(200);
    const after = await backendPeak();
    if (before !== null && after !== null) expect(after - before).toBeLessThan(150);
  });

  it("is refused by its bytes while it is put together, however deep they lie", async () => {
    const token = sailor.userToken;
    const long = await api.patch("/stays?id=gt.0", { notes: "x".repeat(65_000) }, { token });
    expect(long.status, long.text).toBe(204);
    // 19.5 MB of notes.
    expect((await api.get("/stays?select=notes", { token })).text.length).toBeGreaterThan(19_000_000);
    const before = await backendPeak();
    for (const accept of [
      "application/json",
      "text/csv",
      "application/vnd.pgrst.array+json;nulls=stripped",
    ]) {
      for (const target of [
        "/stays?select=id,stays_at(stays(notes))&limit=8",
        "/stays_at?select=stay_code,stays(id,stays_at(stays(notes)))&stays.limit=8",
      ]) {
        const { status, json } = await api.get(target, { token, headers: { Accept: accept } });
        expect([accept, target, status, json.message]).toEqual([
          accept,
          target,
          400,
          "The answer is longer than 32 MB",
        ]);
        expect(json.hint).toContain("limit=");
      }
    }
    const after = await backendPeak();
    process.stderr.write(`the largest backend: ${before?.toFixed(0)} MB, then ${after?.toFixed(0)} MB\n`);
    if (before !== null && after !== null) expect(after - before).toBeLessThan(900);
    await api.patch("/stays?id=gt.0", { notes: "short" }, { token });
  });

  it("is not made of what may be asked for", async () => {
    const { status, json } = await api.get("/stays_at?select=stay_code,stays(id,stays_at(description))", {
      token: sailor.userToken,
    });
    expect(status).toBe(200);
    expect(json.find((one: { stay_code: number }) => one.stay_code === 2).stays).toHaveLength(300);
  });
});
