/** Everything of an account as one file over HTTP: the file of `wakelog export`, for its owner, in little memory. */
import { mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "@wakelog/data-api/db/sql.ts";
import { openZip } from "@wakelog/kit/zip/reader.ts";
import { decodeJwt, SignJWT } from "jose";
import { afterAll, expect, it, vi } from "vitest";
import { newSailor } from "../../../../../test/support/client.ts";
import { cloneDatabase } from "../../../../../test/support/database.ts";
import { DAY_TRIP, passage } from "../../../../../test/support/passage.ts";
import { TEST_SECRET } from "../../../../../test/support/server.ts";
import { serviceForTests } from "../../../../../test/support/service.ts";
import { exportAccount } from "../../../src/service/account-file/export-account.ts";
import { importAccount } from "../../../src/service/account-file/import-account.ts";

const folder = mkdtempSync(join(tmpdir(), "wakelog-download-"));
const service = serviceForTests({ WAKELOG_DATA_DIR: folder, WAKELOG_RATE_LIMITS: "on" });
const { api } = service;
afterAll(() => rmSync(folder, { recursive: true }));

const ask = (token: string, body: object) =>
  fetch(`${service.apiUrl}/rpc/export_account_fn`, {
    method: "POST",
    headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/json" },
    body: JSON.stringify(body),
  });
const onTheWay = () => readdirSync(join(folder, "exports"));

async function contentOf(path: string): Promise<Readonly<Record<string, string>>> {
  const zip = await openZip(path);
  const content: Record<string, string> = {};
  for (const name of zip.names) {
    let text = "";
    for await (const piece of zip.content(name)) text += piece.toString();
    content[name] = text.replace(/"exported": "[^"]*"/, "");
  }
  return content;
}

it("is the file that the command writes, which another installation reads, and leaves nothing behind", {
  timeout: 120_000,
}, async () => {
  const sailor = await newSailor(api, "Seagull");
  const rows = passage(Date.now() - 9 * 3_600_000, DAY_TRIP);
  await api.post("/metrics", rows, { token: sailor.vesselToken });
  await service.drainJobs();
  const answer = await ask(sailor.userToken, { pass: sailor.password });
  expect(answer.status).toBe(200);
  expect(answer.headers.get("Content-Type")).toBe("application/zip");
  expect(answer.headers.get("Content-Disposition")).toMatch(
    /^attachment; filename="wakelog-\d{4}-\d\d-\d\d\.zip"$/,
  );
  expect(answer.headers.get("Cache-Control")).toContain("no-store");
  const bytes = Buffer.from(await answer.arrayBuffer());
  expect(bytes.length).toBe(Number(answer.headers.get("Content-Length")));
  const [downloaded, written] = [join(folder, "downloaded.zip"), join(folder, "written.zip")];
  writeFileSync(downloaded, bytes);
  await exportAccount(service.database, sailor.email, written);
  const content = await contentOf(downloaded);
  expect(content).toEqual(await contentOf(written));
  expect(content["boat-1/metrics.ndjson"]?.trim().split("\n")).toHaveLength(rows.length);
  expect(onTheWay()).toEqual([]);
  const elsewhere = await cloneDatabase();
  try {
    expect(await importAccount(elsewhere, downloaded, "x", 40)).toMatchObject({
      email: sailor.email,
      rows: rows.length,
      isNew: true,
    });
  } finally {
    await elsewhere.drop();
  }
});

it("needs the password, unless it was given within ten minutes, and is not for a chat", async () => {
  const { userToken, password } = await newSailor(api);
  const aged = (seconds: number | null) => {
    const { auth_time: signedIn, ...claims } = decodeJwt(userToken);
    const at = seconds === null ? {} : { auth_time: Number(signedIn) - seconds };
    return new SignJWT({ ...claims, ...at })
      .setProtectedHeader({ alg: "HS256", typ: "JWT" })
      .sign(new TextEncoder().encode(TEST_SECRET));
  };
  expect((await ask(await aged(590), {})).headers.get("Content-Type")).toBe("application/zip");
  for (const token of [await aged(601), await aged(null)]) {
    const refused = await ask(token, {});
    expect(refused.status).toBe(403);
    expect(JSON.parse(await refused.text()).message).toBe("this needs your password again");
    expect((await ask(token, { pass: "something else" })).status).toBe(403);
    await vi.waitFor(async () => expect((await ask(token, { pass: password })).status).toBe(200));
  }
  const asked = await fetch(`${service.apiUrl}/rpc/export_account_fn`, {
    headers: { Authorization: `Bearer ${userToken}` },
  });
  expect(asked.status).toBe(405);
});

it("is made one at a time, a slow client holds no transaction, and one that leaves frees the place", {
  timeout: 120_000,
}, async () => {
  const sailor = await newSailor(api, "Slow");
  // More than sockets hold: noise, which does not become smaller.
  await service.database.owner.transaction((tx) =>
    tx.run(sql`
      insert into api.metrics (vessel_id, "time", metrics)
      select m.vessel_id, now() - make_interval(secs => n), jsonb_build_object('noise', (
        select string_agg(encode(sha256(format('%s %s', n, part)::bytea), 'base64'), '') from generate_series(1, 60) part))
      from app.memberships m join app.accounts a using (account_id), generate_series(1, 8000) n
      where a.email = ${sailor.email}`),
  );
  const { hostname, port } = new URL(service.apiUrl);
  const slow = connect(Number(port), hostname);
  const body = JSON.stringify({ pass: sailor.password });
  slow.write(
    `POST /rpc/export_account_fn HTTP/1.1\r\nHost: ${hostname}:${port}\r\nAuthorization: Bearer ${sailor.userToken}\r\n` +
      `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
  );
  const head = await new Promise<string>((done) => slow.once("data", (piece) => done(String(piece))));
  slow.pause();
  expect(head).toMatch(/^HTTP\/1\.1 200 OK/);
  expect(Number(/Content-Length: (\d+)/i.exec(head)?.[1])).toBeGreaterThan(10_000_000);
  const again = await ask(sailor.userToken, { pass: sailor.password });
  expect([again.status, JSON.parse(await again.text()).message]).toEqual([
    429,
    "Your file is already being prepared",
  ]);
  expect(onTheWay()).toEqual([]);
  const [open] = await service.database.owner.transaction((tx) =>
    tx.query(sql`
      select count(*)::int as waiting from pg_stat_activity
      where datname = current_database() and state = 'idle in transaction'`),
  );
  expect(open?.waiting).toBe(0);
  slow.destroy();
  await vi.waitFor(
    async () => {
      const after = await ask(sailor.userToken, { pass: sailor.password });
      await after.body?.cancel();
      expect(after.status).toBe(200);
    },
    { timeout: 20_000, interval: 200 },
  );
});

it("answers as every later request does if the account is deleted before the file is written", async () => {
  const { email, userToken } = await newSailor(api, "Gone");
  const asking = await service.database.owner.transaction(async (tx) => {
    // The request waits here: its session is checked, and nothing is read.
    await tx.run(sql`lock table app.attempts in exclusive mode`);
    const answer = ask(userToken, {});
    await vi.waitUntil(async () => {
      const [waiting] = await service.database.owner.transaction((other) =>
        other.query(
          sql`select count(*)::int as n from pg_locks where relation = 'app.attempts'::regclass and not granted`,
        ),
      );
      return Number(waiting?.n) > 0;
    }, 20_000);
    await tx.run(sql`delete from app.accounts where email = ${email}`);
    return { answer };
  });
  const [deleted, later] = [await asking.answer, await ask(userToken, {})];
  expect([deleted.status, await deleted.json()]).toEqual([later.status, await later.json()]);
  expect(later.status).toBe(400);
});

it("says so where the server cannot write it, and works again once it can", async () => {
  const { userToken, password } = await newSailor(api);
  const exports = join(folder, "exports");
  rmSync(exports, { recursive: true, force: true });
  // No process can write there, not even root's.
  symlinkSync("/proc/nowhere", exports);
  const refused = await ask(userToken, { pass: password });
  expect([refused.status, JSON.parse(await refused.text()).message]).toEqual([
    507,
    "This server has no room for your file",
  ]);
  rmSync(exports);
  expect((await ask(userToken, { pass: password })).status).toBe(200);
});

it("is made five times an hour for an account, and for others as before", async () => {
  const [often, other] = [await newSailor(api, "Often"), await newSailor(api, "Seldom")];
  const made = async ({ userToken, password }: typeof often) => {
    const answer = await ask(userToken, { pass: password });
    const body = Buffer.from(await answer.arrayBuffer()).toString();
    // The place of the one before is free once its connection is.
    return body.includes("already being prepared") ? null : { answer, body };
  };
  const next = (who: typeof often) => vi.waitUntil(() => made(who), { timeout: 20_000 });
  for (let count = 0; count < 5; count++) expect((await next(often)).answer.status).toBe(200);
  const { answer, body } = await next(often);
  expect([answer.status, JSON.parse(body).message]).toEqual([429, "Too many attempts"]);
  expect(Number(answer.headers.get("Retry-After"))).toBeGreaterThan(3_000);
  expect((await next(other)).answer.status).toBe(200);
});
