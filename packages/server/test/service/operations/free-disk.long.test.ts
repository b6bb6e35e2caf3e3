/** A disk that is almost full: nothing is written, everything is read, and operations say so. */
import { execFileSync } from "node:child_process";
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { statfs } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Client, client, newSailor, type Sailor } from "../../../../../test/support/client.ts";
import { startService, type TestService } from "../../../../../test/support/service.ts";
import { checkDisks } from "../../../src/cli/check/machine.ts";
import { readConfig } from "../../../src/settings/config.ts";

const folder = mkdtempSync(join(tmpdir(), "wakelog-disk-"));
chmodSync(folder, 0o755);
const [dataDir, ballast] = [join(folder, "data"), join(folder, "ballast")];
/** The ballast takes more than the space above the threshold, which leaves room for other users of this disk. */
const [ABOVE, BALLAST] = [4e9, 8e9];
let floor = 0;
let service: TestService;
let api: Client;
let sailor: Sailor;
const settings = () => ({
  DATABASE_URL: "",
  WAKELOG_DATA_DIR: dataDir,
  WAKELOG_DB_PORT: "0",
  WAKELOG_MIN_FREE_DISK_BYTES: String(floor),
});
const fill = () => execFileSync("fallocate", ["-l", String(BALLAST), ballast]);
const empty = () => rmSync(ballast, { force: true });
const ready = async () => {
  const answer = await fetch(`${service.adminUrl}/ready`);
  return { status: answer.status, body: await answer.json() };
};
const row = (minute: number) => ({
  time: new Date(Date.UTC(2026, 5, 1) + minute * 60_000).toISOString(),
  latitude: 60,
  longitude: 24,
});

const { bavail, bsize } = await statfs(folder);
const hasRoom = bavail * bsize > 2 * BALLAST;

beforeAll(async () => {
  if (!hasRoom) return;
  floor = bavail * bsize - ABOVE;
  service = await startService(settings());
  api = client(service.apiUrl);
  sailor = await newSailor(api);
}, 120_000);
afterAll(async () => {
  empty();
  await service?.stop();
  rmSync(folder, { recursive: true, force: true });
});

it.skipIf(!hasRoom)(
  "refuses every write until there is room again, and answers reads",
  { timeout: 120_000 },
  async () => {
    const { userToken, vesselToken: token, email, password } = sailor;
    expect((await api.post("/metrics", [row(0)], { token })).status).toBe(201);
    expect(await ready()).toEqual({ status: 200, body: { ready: true } });
    fill();
    await expect.poll(async () => (await ready()).status).toBe(503);
    expect((await ready()).body).toEqual({
      ready: false,
      reason: "The server's disk is almost full, so nothing can be stored",
    });
    const refused = [
      await api.post("/metrics", [row(1)], { token }),
      await api.post("/metadata", { name: "Kapla" }, { token }),
      await api.post("/log_entries", { text: "Reefed" }, { token: userToken }),
      await api.patch("/metadata", { name: "Kapla" }, { token: userToken }),
      await api.delete("/metrics?latitude=eq.60", { token: userToken }),
      await api.post(
        "/rpc/update_user_preferences_fn",
        { key: "{theme}", value: "dark" },
        { token: userToken },
      ),
      await api.post("/rpc/signup", {
        email: "x@example.org",
        pass: password,
        firstname: "Aino",
        lastname: "Meri",
      }),
    ];
    expect(refused.map(({ status }) => status)).toEqual(refused.map(() => 507));
    expect(refused[0]?.json).toMatchObject({
      code: "PT507",
      hint: "Ask the operator of this service to make room.",
    });
    expect(refused[0]?.headers.get("Retry-After")).toBe("300");
    expect((await api.get("/metrics?select=time", { token })).json).toHaveLength(1);
    expect((await api.post("/rpc/login", { email, pass: password })).status).toBe(200);
    const [found] = await checkDisks(readConfig(settings()));
    expect(found).toMatchObject({
      state: "wrong",
      text: expect.stringMatching(/^only .* nothing is written$/),
    });
    empty();
    await expect.poll(async () => (await ready()).status).toBe(200);
    expect((await api.post("/metrics", [row(1)], { token })).status).toBe(201);
  },
);
