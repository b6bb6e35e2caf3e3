/** Forged files: their contents are checked like users' input. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join as pathOf } from "node:path";
import { ident, join, sql } from "@wakelog/data-api/db/sql.ts";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Boat, makeBoat } from "../../../../../test/support/boat.ts";
import { cloneDatabase, type TestDatabase } from "../../../../../test/support/database.ts";
import { lawCases } from "../../../../../test/support/laws/cases.ts";
import { DAY_TRIP, passage } from "../../../../../test/support/passage.ts";
import { importAccount } from "../../../src/service/account-file/import-account.ts";
import { FORMS } from "../../../src/service/account-file/table-forms.ts";
import { PACKED, SEQUENCES, TABLES } from "../../../src/service/account-file/tables.ts";
import { jpeg, SECRET } from "../../boat/photos/pictures.ts";
import { account, writeAccountFile } from "./account-file.ts";
import { type Row, TABLE_ROWS, type Tables } from "./table-rows.ts";

const folder = mkdtempSync(pathOf(tmpdir(), "wakelog-forged-"));
const file = pathOf(folder, "forged.zip");
let database: TestDatabase;
let other: Boat;
beforeAll(async () => {
  database = await cloneDatabase();
  other = await makeBoat(database);
  await other.post(passage(Date.now() - 9 * 3_600_000, DAY_TRIP));
  await other.drain();
});
afterAll(async () => {
  await database.drop();
  rmSync(folder, { recursive: true });
});

const asService = (statement: Parameters<Boat["rows"]>[0]) =>
  database.owner.transaction((tx) => tx.query(statement), { role: "wakelog_worker" });

let forgers = 0;
const newEmail = () => `forger${++forgers}@example.org`;

/** Imports a file; returns why it was refused, or null. */
async function imported(tables: Tables): Promise<string | null> {
  await writeAccountFile(file, account(newEmail()), tables);
  try {
    await importAccount(database, file, "x", 40);
    return null;
  } catch (fault) {
    return fault instanceof Error ? fault.message : String(fault);
  }
}

/** All rows of the other boat, as one digest. */
async function othersRows(): Promise<string> {
  const digests = TABLES.map(
    ({ schema, name }) => sql`
      select md5(coalesce(string_agg(t::text, ' ' order by t::text), ''))
      from ${ident(schema, name)} t where vessel_id = ${other.vesselId}`,
  );
  const rows = await asService(join(digests, " union all "));
  return JSON.stringify(rows);
}

const NUMBERED = {
  metadata: sql`select max(id) from api.metadata`,
  log: sql`select greatest((select max(id) from api.logbook), (select max(id) from app.gaps),
    (select max(id) from app.interval_identities where kind <> 'stay'))`,
  stay: sql`select max(id) from api.stays`,
  moorage: sql`select max(id) from api.moorages`,
  edit: sql`select max(id) from app.edits`,
  rule: sql`select max(id) from api.alert_rules`,
  alert: sql`select max(id) from app.alerts`,
  entry: sql`select max(id) from api.log_entries`,
  photo: sql`select max(id) from api.log_photos`,
  import: sql`select max(id) from app.imports`,
} as const;

/** The kinds with a number that is still to be given out. */
async function aheadOfSequences(): Promise<readonly unknown[]> {
  const kinds = Object.entries(NUMBERED).map(
    ([kind, most]) => sql`
      select ${kind} as kind where (${most}) > coalesce(pg_sequence_last_value((${SEQUENCES[kind as keyof typeof NUMBERED]})::regclass), 0)`,
  );
  return asService(join(kinds, " union all "));
}

let posts = 0;
/** A row of the other boat, accepted as always. */
async function otherPosts(): Promise<void> {
  const time = new Date(Date.now() - 3_600_000 + 1000 * ++posts).toISOString();
  expect(await other.post([{ time, latitude: 59.5, longitude: 24.5, speedoverground: 0 }])).toHaveLength(1);
}

it("is imported where it says nothing wrong, with numbers of this installation", async () => {
  expect(await imported(TABLE_ROWS)).toBeNull();
  expect(await aheadOfSequences()).toEqual([]);
  const email = `forger${forgers}@example.org`;
  for (const { schema, name } of TABLES) {
    const [row] = await asService(sql`
      select count(*)::int as n from ${ident(schema, name)}
      where vessel_id = (select vessel_id from app.memberships join app.accounts using (account_id)
        where email = ${email})`);
    expect([name, row?.n]).toEqual([name, TABLE_ROWS[name]?.length]);
  }
});

it("may bring every column that its vessel's rows have, and no other", async () => {
  for (const { schema, name } of TABLES) {
    const rows = await asService(sql`
      select attname from pg_attribute
      where attrelid = ${`${schema}.${name}`}::regclass and attnum > 0 and not attisdropped and attgenerated = ''`);
    const without = ["vessel_id", "geog", ...PACKED, "account_id", "revision"];
    const columns = rows.map((row) => String(row.attname)).filter((column) => !without.includes(column));
    expect([name, Object.keys(FORMS[name]?.shape ?? {}).sort()]).toEqual([name, columns.sort()]);
    expect([name, Object.keys(TABLE_ROWS[name]?.[0] ?? {}).sort()]).toEqual([name, columns.sort()]);
  }
});

describe("a value that no installation writes", () => {
  const VALUES: readonly unknown[] = [
    null,
    true,
    0,
    -1,
    1.5,
    100,
    "100",
    2 ** 31,
    1e300,
    "",
    "text",
    "NaN",
    "infinity",
    "0044-03-15T00:00:00+00:00 BC",
    "a\u0000b",
    "\ud800",
    "x".repeat(70_000),
    [],
    ["text"],
    {},
    { kind: "log", id: "100" },
  ];
  const columns = Object.entries(TABLE_ROWS).flatMap(([table, rows]) =>
    ["vessel_id", "account_id", ...Object.keys(rows[0] ?? {})].map((column) => [table, column] as const),
  );
  const numbered = columns.filter(([table, column]) => /^id$|_id$|facts/.test(column) && table !== "metrics");

  async function tried([table, column]: readonly [string, string], value: unknown): Promise<void> {
    const before = await othersRows();
    const changed = (TABLE_ROWS[table] ?? []).map((row, at) =>
      at === 0 ? { ...row, [column]: value } : row,
    );
    const refused = await imported({ ...TABLE_ROWS, [table]: changed });
    // It names the place, unless the value is allowed.
    if (refused !== null) expect(refused).toMatch(/boat-1|photo/);
    expect(await aheadOfSequences()).toEqual([]);
    expect(await othersRows()).toBe(before);
    await otherPosts();
  }

  it("in a column of numbers never becomes a number here", { timeout: 120_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...numbered), (column) =>
        tried(column, column[1] === "facts" ? { log: "100" } : "100"),
      ),
      { numRuns: lawCases(1 / 8) },
    );
  });

  it("changes nothing of other people, in whatever column it is", { timeout: 300_000 }, async () => {
    await fc.assert(fc.asyncProperty(fc.constantFrom(...columns), fc.constantFrom(...VALUES), tried), {
      numRuns: lawCases(1 / 5),
    });
  });
});

describe("what its owner could not write", () => {
  it.each<[string, string, Row, RegExp]>([
    ["a position that is not on Earth", "logbook", { _from_lat: 95 }, /not on Earth/],
    ["a gap that is not on Earth", "gaps", { from_lng: -181 }, /not on Earth/],
    ["a negative distance", "logbook", { distance: -1 }, /distance of a log cannot be -1/],
    ["a speed without end", "logbook", { max_speed: 1e300 }, /highest speed of a log/],
    [
      "a log that ends before it begins",
      "logbook",
      { _to_time: "2025-05-31T08:00:00Z" },
      /not after its beginning/,
    ],
    ["a tag that is no list", "logbook", { extra: { tags: "race" } }, /lists of names/],
    ["a negative duration", "stays", { duration: "-1 day" }, /duration must be between/],
    ["a boat's name with a link", "metadata", { name: "www.example.org" }, /must not contain a link/],
    [
      "a retention of no number",
      "metadata",
      { configuration: { retention: { raw_months: "x" } } },
      /retention must say/,
    ],
    ["a rule without a name", "alert_rules", { name: " " }, /A rule needs a name/],
    ["a rule that tells by pigeon", "alert_rules", { channels: ["pigeon"] }, /channels of a rule/],
    [
      "an anchor watch around nothing",
      "alert_rules",
      { kind: "drag", area: {} },
      /An area is a GeoJSON Polygon/,
    ],
    ["an alert that tells by pigeon", "alerts", { channels: ["pigeon"] }, /channels of an alert/],
    ["an entry of 5000 letters", "log_entries", { text: "x".repeat(5000) }, /at most 4000 characters/],
    ["a photo of tomorrow", "log_photos", { time: "2999-01-01T00:00:00Z" }, /time of a photo/],
    ["a picture that is none", "log_pictures", { body: "\\x00" }, /not a whole JPEG/],
    ["a text of 70 kB", "moorages", { notes: "x".repeat(70_000) }, /notes: takes more than 64 kB/],
  ])("is refused in a sentence: %s", async (_, table, change, sentence) => {
    const [row, ...others] = TABLE_ROWS[table] ?? [];
    expect(await imported({ ...TABLE_ROWS, [table]: [{ ...row, ...change }, ...others] })).toMatch(sentence);
  });

  it("is kept aside, if it is a row that a boat could not send", async () => {
    const metrics = [
      { ...TABLE_ROWS.metrics?.[0], latitude: 0, longitude: 0 },
      ...(TABLE_ROWS.metrics ?? []).slice(1),
    ];
    await writeAccountFile(file, account(newEmail()), { ...TABLE_ROWS, metrics });
    expect(await importAccount(database, file, "x", 40)).toMatchObject({ rows: 1, refused: 1 });
    const reasons = await asService(sql`
      select r.reason from app.metrics_rejected r join app.memberships using (vessel_id) join app.accounts using (account_id)
      where email = ${`forger${forgers}@example.org`}`);
    expect(reasons).toContainEqual({ reason: "The position is 0, 0: the receiver had no fix." });
  });

  it("is left out of pictures, and of what is said of them", async () => {
    const bytes = jpeg(null);
    const log_pictures = [{ id: 13, body: `\\x${bytes.toString("hex")}`, thumbnail: null }];
    expect(bytes.toString("latin1")).toContain(SECRET);
    const log_photos = [{ ...TABLE_ROWS.log_photos?.[0], bytes: 1, width: 99, type: "image/png" }];
    expect(await imported({ ...TABLE_ROWS, log_pictures, log_photos })).toBeNull();
    const [photo] = await asService(sql`
      select p.type, p.width, p.bytes = length(b.body) as is_true, encode(b.body, 'escape') as body
      from api.log_photos p join app.log_pictures b using (vessel_id, id) join app.memberships using (vessel_id)
      join app.accounts using (account_id) where email = ${`forger${forgers}@example.org`}`);
    expect(photo).toMatchObject({ type: "image/jpeg", width: 16, is_true: true });
    expect(photo?.body).not.toContain(SECRET);
  });
});

describe("an account in a file", () => {
  const importing = async (described: ReturnType<typeof account>, more = {}) => {
    await writeAccountFile(file, described, null, more);
    await importAccount(database, file, null, 40);
    const [row] = await asService(sql`select preferences from app.accounts where email = ${described.email}`);
    return row?.preferences;
  };

  it("has the preferences that its owner may set, and no page of a log that did not come along", async () => {
    const preferences = {
      language: "fi",
      messenger: { chat: 1 },
      email_valid: true,
      badges: { Helmsman: { log: 1, date: "2025-06-01" } },
      public_vessel: "Unknown",
      webhook_url: "file:///etc/passwd",
      public_logs: [1, 2],
      mine: { any: "thing" },
    };
    const kept = await importing(account(newEmail(), preferences));
    expect(kept).toMatchObject({ language: "fi", public_logs: [], mine: { any: "thing" } });
    for (const key of ["messenger", "email_valid", "badges", "public_vessel", "webhook_url"])
      expect(kept).not.toHaveProperty(key);
  });

  it.each([
    ["a name with a link", { first: "www.example.org" }],
    ["a name without letters", { last: "\u200b\u200b" }],
    ["an address without a domain", { email: "aino" }],
    ["a public name with a space", { publicName: "two words" }],
    ["preferences without end", { preferences: { mine: "x".repeat(300_000) } }],
  ])("with %s is refused", async (_, change) => {
    const described = { ...account(newEmail()), ...change };
    await expect(importing(described)).rejects.toThrow();
    expect(await asService(sql`select from app.accounts where email = ${described.email}`)).toEqual([]);
  });

  it("brings no more notes than people may write", async () => {
    const notes = Array.from({ length: 1001 }, () => ({
      payload: "Whales",
      stored: "2025-06-01T08:00:00Z",
      vessel: null,
    }));
    await expect(importing(account(newEmail()), { notes })).rejects.toThrow(
      "a format that this release does not know",
    );
    await importing(account(newEmail()), { notes: notes.slice(1) });
  });
});
