import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { openZip } from "@wakelog/kit/zip/reader.ts";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Client, client, newSailor } from "../../../../../test/support/client.ts";
import { DAY_TRIP, passage } from "../../../../../test/support/passage.ts";
import { TEST_SECRET } from "../../../../../test/support/server.ts";
import { startService, type TestService } from "../../../../../test/support/service.ts";
import { jpeg } from "../../boat/photos/pictures.ts";
import { startMailServer } from "../../people/notifications/servers/mail-server.ts";

const folder = mkdtempSync(join(tmpdir(), "wakelog-leaving-"));
const file = join(folder, "aino.zip");
const START = Date.now() - 9 * 3_600_000;

/** Runs a command against the database of a service. @param typed a line of standard input */
async function wakelog(service: TestService, args: readonly string[], typed = "") {
  const child = spawn(process.execPath, [resolve(import.meta.dirname, "../../../bin/wakelog"), ...args], {
    env: {
      PATH: process.env.PATH ?? "",
      DATABASE_URL: service.database.url,
      WAKELOG_JWT_SECRET: TEST_SECRET,
      WAKELOG_DATA_DIR: folder,
    },
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (piece) => {
      output += String(piece);
    });
  }
  child.stdin.end(`${typed}\n`);
  const code = await new Promise<number | null>((done) => child.once("close", done));
  return { code, output };
}

async function textIn(name: string): Promise<string> {
  let text = "";
  for await (const piece of (await openZip(file)).content(name)) text += piece.toString();
  return text;
}

async function logbook(api: Client, token: string) {
  const rows = async (path: string) => (await api.get(path, { token })).json;
  return {
    logs: await rows(
      "/logbook?select=name,_from,_to,_from_time,_to_time,distance,avg_speed,max_speed,notes,extra,track_geom&order=_from_time",
    ),
    stays: await rows("/stays?select=name,arrived,departed,duration,notes,stay_code,geog&order=arrived"),
    moorages: await rows(
      "/moorages?select=name,latitude,longitude,notes,radius_m,reference_count&order=latitude",
    ),
    rules: await rows("/alert_rules?select=name,kind,key,low,high&order=name"),
    rows: await rows("/metrics?select=time,latitude,longitude,metrics&order=time"),
    notes: await rows("/eventlogs_view?select=payload,stored&channel=eq.note"),
    entries: await rows(
      "/log_entries?select=time,latitude,text,extra,author,created_at,updated_at&order=time",
    ),
    photos: await rows("/log_photos?select=time,latitude,caption,type,bytes,author,updated_at&order=time"),
    imports: await rows("/imports_view?select=kind,name,rows,made_at"),
    tracks: (await rows("/rpc/tracks_fn")).map(({ id: _, ...track }: { id: number }) => track),
  };
}

let [here, there]: TestService[] = [];
const mail = await startMailServer();
beforeAll(async () => {
  here = await startService();
  there = await startService({ WAKELOG_SMTP_URL: `smtp://127.0.0.1:${mail.port}` });
});
afterAll(async () => {
  await here?.stop();
  await there?.stop();
  await mail.stop();
  rmSync(folder, { recursive: true });
});

it("takes a person with a boat from one installation to another", { timeout: 180_000 }, async () => {
  if (here === undefined || there === undefined) throw new Error("there are no services");
  const [from, to] = [client(here.apiUrl), client(there.apiUrl)];
  const sailor = await newSailor(from, "Seagull");
  const { email, userToken: token, vesselToken } = sailor;
  await from.post("/metrics", passage(START, DAY_TRIP), { token: vesselToken });
  await here.drainJobs();
  const [first] = (await from.get("/logs_view?order=id", { token })).json;
  await from.patch(`/logbook?id=eq.${first.id}`, { name: "Our best day", notes: "Åland" }, { token });
  const [place] = (await from.get("/moorages?limit=1&order=id", { token })).json;
  expect((await from.patch(`/moorages?id=eq.${place.id}`, { radius_m: 250 }, { token })).status).toBe(204);
  await from.post("/alert_rules", { name: "Shallow", kind: "below", key: "depth", low: 3 }, { token });
  await from.post("/eventlogs_view", { channel: "note", payload: "remember this" }, { token });
  await from.post("/log_entries", { text: "Whales", time: new Date(START).toISOString() }, { token });
  const picture = await fetch(`${here.apiUrl}/rpc/add_log_photo_fn`, {
    method: "POST",
    headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/octet-stream" },
    body: new Uint8Array(jpeg(null)),
  });
  expect(picture.status).toBe(200);
  const _id = (await from.post("/rpc/begin_import_fn", { name: "old.csv" }, { token })).json;
  const content = "time,lat,lon\n2020-06-01T00:00:00Z,60.1,24.9\n";
  await from.post("/rpc/import_part_fn", { _id, content }, { token });
  await from.post("/rpc/read_import_fn", { _id }, { token });
  expect((await from.post("/rpc/import_batch_fn", { _id }, { token })).json).toMatchObject({ stored: 1 });
  await here.drainJobs();
  const set = (key: string, value: unknown) =>
    from.post(
      "/rpc/update_user_preferences_fn",
      { key: `{${key}}`, value: JSON.stringify(value) },
      { token },
    );
  expect((await set("public_logs", [first.id, 1_000_000])).status).toBe(200);
  await set("language", "fi");
  const before = await logbook(from, token);
  expect(before.logs.map(({ name }: { name: string }) => name)).toContain("Our best day");
  // Numbers there are other ones, because another boat has sailed already.
  const other = await newSailor(to, "Other");
  await to.post("/metrics", passage(START, DAY_TRIP), { token: other.vesselToken });
  await there.drainJobs();
  const others = await logbook(to, other.userToken);

  expect(await wakelog(here, ["export", "unknown@example.org", file])).toMatchObject({
    code: 1,
    output: expect.stringMatching(/no account has the e-mail address/),
  });
  const exported = await wakelog(here, ["export", email, file]);
  expect(exported).toMatchObject({ code: 0, output: expect.stringMatching(/1 vessel, \d+ rows, 2 logs/) });
  const { names } = await openZip(file);
  expect(await textIn("README.txt")).toMatch(/wakelog import/);
  expect(await textIn("account.json")).not.toMatch(/password|scrypt|token/i);
  const tracks = names.filter((name) => /^boat-1\/gpx\/log-\d+\.gpx$/.test(name));
  expect(tracks).toHaveLength(2);
  expect(await textIn(tracks[0] ?? "")).toMatch(/<gpx[\s\S]*<name>Our best day<\/name>[\s\S]*<trkpt/);
  const lines = (await textIn("boat-1/metrics.ndjson")).trim().split("\n");
  expect(lines.map((line) => JSON.parse(line)).length).toBe(before.rows.length);

  const imported = await wakelog(there, ["import", file, "--password-stdin"], "a new harbour 8");
  expect(imported).toMatchObject({ code: 0, output: expect.stringMatching(/1 vessel, \d+ rows/) });
  expect(imported.output).toContain(`"wakelog user verify ${email}"`);
  await there.drainJobs();
  // No greeting, no news of past logs, and no request for a password is sent.
  expect(mail.to(email)).toEqual([]);
  const login = await to.post("/rpc/login", { email, pass: "a new harbour 8" });
  expect(login.status, login.text).toBe(200);
  expect(await logbook(to, login.json.token)).toEqual(before);
  expect(await logbook(to, other.userToken)).toEqual(others);
  // A published log stays the same log, whatever its id there.
  const { preferences } = (await to.get("/rpc/settings_fn", { token: login.json.token })).json.settings;
  const [same] = (await to.get("/logbook?name=eq.Our%20best%20day", { token: login.json.token })).json;
  expect(preferences).toMatchObject({ public_logs: [same.id], language: "fi" });
  const [photo] = (await to.get("/log_photos", { token: login.json.token })).json;
  const shown = await fetch(`${there.apiUrl}/rpc/log_photo_fn?_id=${photo.id}`, {
    headers: { Authorization: `Bearer ${login.json.token}`, Accept: "image/*,*/*" },
  });
  expect((await shown.arrayBuffer()).byteLength).toBe(photo.bytes);

  // The boat sails on: its plugin gets a token there.
  const boat = await to.post(
    "/rpc/register_vessel",
    { vessel_email: email, vessel_mmsi: "", vessel_name: "Seagull" },
    { token: login.json.token },
  );
  const later = passage(Date.now() - 2 * 3_600_000, DAY_TRIP.slice(0, 2));
  expect((await to.post("/metrics", later, { token: boat.json.token })).status).toBe(201);

  expect(await wakelog(there, ["import", file])).toMatchObject({
    code: 1,
    output: expect.stringMatching(/has a vessel with rows here already; nothing was imported/),
  });
});

it("mails users without a password, and fills a boat that has no rows", { timeout: 120_000 }, async () => {
  if (here === undefined || there === undefined) throw new Error("there are no services");
  const [from, to] = [client(here.apiUrl), client(there.apiUrl)];
  const leaving = await newSailor(from, "Tern");
  await from.post("/metrics", passage(START, DAY_TRIP), { token: leaving.vesselToken });
  await here.drainJobs();
  expect((await wakelog(here, ["export", leaving.email, file])).code).toBe(0);
  expect(await wakelog(there, ["import", file])).toMatchObject({
    code: 0,
    output: expect.stringMatching(/by mail/),
  });
  await there.drainJobs();
  expect(mail.to(leaving.email).map(({ text }) => text)).toEqual([expect.stringMatching(/password/i)]);

  const known = await newSailor(from, "Skua");
  await from.post("/metrics", passage(START, DAY_TRIP), { token: known.vesselToken });
  await here.drainJobs();
  const before = await logbook(from, known.userToken);
  expect((await wakelog(here, ["export", known.email, file])).code).toBe(0);
  const registered = await to.post("/rpc/signup", {
    email: known.email,
    pass: "fair winds 7",
    firstname: "Aino",
    lastname: "Meri",
  });
  const token = registered.json.token;
  const vessel = { vessel_email: known.email, vessel_mmsi: "", vessel_name: "Skua" };
  const boat = await to.post("/rpc/register_vessel", vessel, { token });
  expect((await wakelog(there, ["import", file])).code).toBe(0);
  expect(await logbook(to, token)).toEqual(before);
  expect((await to.get("/metrics?limit=1", { token: boat.json.token })).json).toHaveLength(1);
});

it("refuses a file of another kind, and a password that is too short", { timeout: 60_000 }, async () => {
  if (there === undefined) throw new Error("there is no service");
  const short = await wakelog(there, ["import", file, "--password-stdin"], "short");
  expect(short).toMatchObject({ code: 64, output: expect.stringMatching(/at least 8 characters/) });
  const contradicting = await wakelog(there, ["import", file, "--vessel", "abc"]);
  expect(contradicting).toMatchObject({ code: 1, output: expect.stringMatching(/zip/i) });
});
