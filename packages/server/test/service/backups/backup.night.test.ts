import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import { type Client, newSailor, type Sailor } from "../../../../../test/support/client.ts";
import { installationForTests } from "../../../../../test/support/installation.ts";
import { DAY_TRIP, passage } from "../../../../../test/support/passage.ts";
import { postmasterOf } from "../../faults/processes.ts";
import { beside, ran, startOn } from "./restored.ts";

/** With its own embedded server, as in production. */
const installation = installationForTests({ WAKELOG_RATE_LIMITS: "off", WAKELOG_PARTS: "api" });
const START = Date.now() - 24 * 3_600_000;
const file = beside(installation, "copy.tar.gz");

/** The visible result of the previous day's trip. */
async function logbook(api: Client, token: string) {
  const rows = async (path: string) => (await api.get(path, { token })).json;
  return {
    logs: await rows(
      "/logbook?select=id,name,_from,_to,_from_time,_to_time,distance,notes,extra&_to_time=not.is.null&order=id",
    ),
    stays: await rows("/stays?select=id,name,arrived,departed,duration,notes&departed=not.is.null&order=id"),
    moorages: await rows("/moorages?select=id,name,latitude,longitude&order=id"),
  };
}

/** Posts one row after the other until it is stopped; returns the times that were acknowledged, in order. */
function writer(api: Client, { vesselToken: token }: Sailor) {
  const acknowledged: string[] = [];
  let isOver = false;
  const [{ latitude, longitude } = {}] = passage(START, DAY_TRIP).slice(-1);
  const writing = (async () => {
    for (let n = 0; !isOver; n++) {
      const time = new Date(START + 12 * 3_600_000 + n * 1000).toISOString();
      const row = { time, latitude, longitude, speedoverground: 0.1, status: "moored", metrics: {} };
      const { status } = await api.post("/metrics", [row], { token });
      expect(status).toBe(201);
      acknowledged.push(time);
    }
  })();
  return {
    acknowledged,
    async stop() {
      isOver = true;
      await writing;
    },
  };
}

describe("a backup", { timeout: 240_000 }, () => {
  let sailor: Sailor;
  let before: Awaited<ReturnType<typeof logbook>>;

  it("is taken and verified while boats send rows, and every row from before is in what it restores", async () => {
    const { service, api } = await installation.start();
    sailor = await newSailor(api, "Seagull");
    const { userToken: token, vesselToken } = sailor;
    await api.post("/metrics", passage(START, DAY_TRIP), { token: vesselToken });
    await vi.waitFor(
      async () => {
        const pending = await api.get("/eventlogs_view?select=id&processed=is.null", { token });
        expect(pending.json).toEqual([]);
      },
      { timeout: 60_000, interval: 50 },
    );
    before = await logbook(api, token);
    expect(before.logs).toHaveLength(2);

    const load = writer(api, sailor);
    await vi.waitFor(() => expect(load.acknowledged.length).toBeGreaterThan(20), { timeout: 30_000 });
    const certain = load.acknowledged.length;
    const backup = await ran(installation, ["backup", file]);
    await load.stop();
    expect(backup).toMatchObject({
      code: 0,
      output: expect.stringMatching(/verified: restored and started/),
    });
    service.process.kill("SIGTERM");
    await service.ended;

    const dataDir = beside(installation, "restored");
    const restored = await ran(installation, ["restore", file], { WAKELOG_DATA_DIR: dataDir });
    expect(restored.code, restored.output).toBe(0);
    const other = await startOn(installation, dataDir);
    // The secrets came along: the token is still good.
    const since = `time=gte.${new Date(START + 12 * 3_600_000).toISOString()}`;
    const rows = await other.api.get(`/metrics?select=time&${since}&order=time`, { token });
    const times = rows.json.map(({ time }: { time: string }) => new Date(time).toISOString());
    expect(times.length).toBeGreaterThanOrEqual(certain);
    // One that was under way when the copy ended may be there, but none is missing before another.
    expect(times.slice(0, load.acknowledged.length)).toEqual(load.acknowledged.slice(0, times.length));
    expect(await logbook(other.api, token)).toEqual(before);
    const login = await other.api.post("/rpc/login", { email: sailor.email, pass: sailor.password });
    expect(login.status).toBe(200);
    other.service.process.kill("SIGTERM");
    expect(await other.service.ended).toBe(0);
  });

  it("is taken while the service rests, goes to standard output, and leaves nothing else behind", async () => {
    const command = installation.run(["backup", "-"]);
    const pieces: Buffer[] = [];
    command.process.stdout?.on("data", (piece: Buffer) => void pieces.push(piece));
    expect(await command.ended).toBe(0);
    const out = beside(installation, "out.tar.gz");
    writeFileSync(out, Buffer.concat(pieces));
    expect(readdirSync(join(installation.dataDir, "backups"))).toEqual([]);
    expect(readdirSync(installation.dataDir).filter((name) => name.startsWith(".scratch"))).toEqual([]);

    // Anybody can look into it with the usual tools.
    const folder = beside(installation, "unpacked");
    mkdirSync(folder);
    expect(spawnSync("tar", ["xzf", out, "-C", folder]).status).toBe(0);
    expect(spawnSync("sha256sum", ["--quiet", "-c", "SHA256SUMS"], { cwd: folder }).status).toBe(0);
    expect(JSON.parse(readFileSync(join(folder, "wakelog-backup.json"), "utf8"))).toMatchObject({
      format: 1,
      embedded: true,
      postgres: { major: 18, architecture: `${process.platform}-${process.arch}` },
    });

    const dataDir = beside(installation, "from-output");
    mkdirSync(dataDir);
    expect((await ran(installation, ["restore", out], { WAKELOG_DATA_DIR: dataDir })).code).toBe(0);
    const { service, api } = await startOn(installation, dataDir);
    expect(await logbook(api, sailor.userToken)).toEqual(before);
    service.process.kill("SIGTERM");
    await service.ended;
  });

  it("gets a unique name if none is given", async () => {
    const backup = await ran(installation, ["backup", "--no-verify"]);
    expect(backup).toMatchObject({ code: 0, output: expect.stringMatching(/not verified/) });
    const names = readdirSync(join(installation.dataDir, "backups"));
    expect(names).toEqual([expect.stringMatching(/^wakelog-\d{8}T\d{6}Z\.tar\.gz$/)]);
  });

  it("is not restored over anything", async () => {
    const dataDir = beside(installation, "occupied");
    mkdirSync(dataDir);
    writeFileSync(join(dataDir, "letter.txt"), "kept");
    const refused = await ran(installation, ["restore", file], { WAKELOG_DATA_DIR: dataDir });
    expect(refused).toMatchObject({ code: 1, output: expect.stringMatching(/not empty.*letter\.txt/) });
    expect(readdirSync(dataDir)).toEqual(["letter.txt"]);
  });

  it("is refused before anything is written if a bit of it is wrong or its end is missing", async () => {
    const whole = readFileSync(file);
    const damaged = beside(installation, "damaged.tar.gz");
    const dataDir = beside(installation, "never");
    // The first ten bytes are a header with times and systems, which is ignored.
    const damage = fc.oneof(
      fc.nat({ max: whole.length - 11 }).map((at) => {
        const other = Buffer.from(whole);
        other[at + 10] = (other[at + 10] ?? 0) ^ 0x10;
        return other;
      }),
      fc.nat({ max: whole.length - 1 }).map((length) => whole.subarray(0, length)),
    );
    await fc.assert(
      fc.asyncProperty(damage, async (bytes) => {
        writeFileSync(damaged, bytes);
        const refused = await ran(installation, ["restore", damaged], { WAKELOG_DATA_DIR: dataDir });
        expect(refused).toMatchObject({ code: 1, output: expect.stringMatching(/nothing was written/) });
        expect(existsSync(dataDir)).toBe(false);
      }),
      { numRuns: 6 },
    );
  });

  it("leaves nothing behind if it is interrupted: no half a file, and no running server", async () => {
    const target = beside(installation, "interrupted.tar.gz");
    const command = installation.run(["backup", target]);
    await vi.waitFor(() => expect(existsSync(`${target}.part`)).toBe(true), { timeout: 60_000, interval: 5 });
    command.process.kill("SIGINT");
    expect(await command.ended).toBe(130);
    expect([existsSync(target), existsSync(`${target}.part`)]).toEqual([false, false]);
    await vi.waitFor(
      async () => expect(await postmasterOf(join(installation.dataDir, "postgres"))).toBeNull(),
      {
        timeout: 30_000,
        interval: 50,
      },
    );
  });

  it("that is being restored is none if that is interrupted, and can be restored again", async () => {
    const dataDir = beside(installation, "interrupted");
    const command = installation.run(["restore", file], { WAKELOG_DATA_DIR: dataDir });
    await vi.waitFor(() => expect(existsSync(join(dataDir, "jwt-secret"))).toBe(true), {
      timeout: 60_000,
      interval: 2,
    });
    command.process.kill("SIGTERM");
    expect(await command.ended).toBe(143);
    expect((await ran(installation, ["restore", file], { WAKELOG_DATA_DIR: dataDir })).code).toBe(0);
  });

  it("fails for a data directory that is not there, and makes none", async () => {
    const dataDir = beside(installation, "nothing");
    const failed = await ran(installation, ["backup"], { WAKELOG_DATA_DIR: dataDir });
    expect(failed).toMatchObject({ code: 1, output: expect.stringMatching(/there is no Wakelog in/) });
    expect(existsSync(dataDir)).toBe(false);
  });
});
