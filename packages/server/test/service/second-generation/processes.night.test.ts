/** Both addresses in a service of several processes: each of them answers the same, and they count together. */
import { readFile } from "node:fs/promises";
import { beforeAll, expect, test, vi } from "vitest";
import { type Client, newSailor, type Sailor } from "../../../../../test/support/client.ts";
import { installationForTests, urlIn } from "../../../../../test/support/installation.ts";
import { generatedVoyage, sendAsPlugin } from "../../../../../test/support/voyage.ts";
import { answeringOf } from "../processes/family.ts";
import { type Ask, ask, type Spread } from "../processes/spread.ts";

const PATIENCE = { timeout: 120_000, interval: 500 };
const PROCESSES = 2;
/** So many connections for each question: all of them to one process would be a chance of one in a thousand. */
const TIMES = 12;
const ADDRESSES = ["", "/v2"] as const;

const installation = installationForTests({
  WAKELOG_PROCESSES: String(PROCESSES),
  WAKELOG_TRUST_PROXY: "1",
});
let api: Client;
let apiUrl: string;
let pids: readonly number[];
let sailor: Sailor;
let messenger: string;
let log: number;

beforeAll(async () => {
  const { service, api: started } = await installation.start();
  api = started;
  apiUrl = await urlIn(service, "API");
  const adminUrl = await urlIn(service, "Operations");
  pids = await answeringOf(service.process.pid ?? 0);
  expect(pids).toHaveLength(PROCESSES);
  sailor = await newSailor(api);
  await sendAsPlugin(apiUrl, sailor.vesselToken, generatedVoyage(Date.now() - 86_400_000));
  await vi.waitFor(async () => {
    const { json } = await api.get("/logs_view?select=id", { token: sailor.userToken });
    expect(json).toHaveLength(1);
    log = json[0].id;
    const text = await (await fetch(`${adminUrl}/metrics`)).text();
    expect(/^wakelog_queue_pending\{queue="jobs"\} (\d+)$/m.exec(text)?.[1]).toBe("0");
  }, PATIENCE);
  const printed = installation.run(["token", "messenger_role"]);
  await printed.ended;
  messenger = /[\w-]+\.[\w-]+\.[\w-]+/.exec(printed.output())?.[0] ?? "";
}, 240_000);

/** The same request on separate connections, a few at a time. */
async function spread(method: string, path: string, how: Ask): Promise<readonly Spread[]> {
  const answers: Spread[] = [];
  for (let n = 0; n < TIMES; n += 4)
    answers.push(...(await Promise.all(Array.from({ length: 4 }, () => ask(apiUrl, method, path, how)))));
  return answers;
}

/** What all of them answered. */
async function unanimous(path: string, how: Ask): Promise<Spread> {
  const answers = await spread("GET", path, how);
  const texts = new Set(answers.map(({ status, text }) => `${status} ${text}`));
  expect([path, [...texts]]).toEqual([path, [expect.any(String)]]);
  const [answer] = answers;
  if (answer === undefined) throw new Error("no answer");
  return answer;
}

/** Processor time of each process that answers, in ticks. */
const ticks = () =>
  Promise.all(
    pids.map(async (pid) => {
      const fields = (await readFile(`/proc/${pid}/stat`, "utf8")).split(") ").at(-1)?.split(" ");
      return Number(fields?.[11]) + Number(fields?.[12]);
    }),
  );

test("each process answers the same at each address", { timeout: 240_000 }, async () => {
  const before = await ticks();
  const token = sailor.userToken;
  for (const path of [
    "/",
    "/logs_view",
    "/log_view",
    "/logbook?select=id,extra,max_wind_speed",
    "/metadata?select=name,mmsi",
    "/rpc/badges_fn",
    `/rpc/export_logbook_gpx_trip_fn?_id=${log}`,
    `/rpc/export_logbook_geojson_trip_fn?_id=${log}`,
  ]) {
    const [first, second] = [await unanimous(path, { token }), await unanimous(`/v2${path}`, { token })];
    expect([path, first.status, second.status]).toEqual([path, 200, 200]);
  }
  expect(JSON.parse((await unanimous("/v2/", { token })).text).basePath).toBe("/v2");
  expect(JSON.parse((await unanimous("/rpc/badges_fn", { token })).text)).toEqual(expect.any(Array));
  expect(JSON.parse((await unanimous("/v2/rpc/badges_fn", { token })).text)).toEqual({
    badges: expect.any(Array),
  });
  expect((await unanimous("/v2/stays", {})).status).toBe(404);
  const bot = JSON.parse((await unanimous(`/v2/bot/${messenger}`, {})).text);
  expect([bot.basePath, Object.keys(bot.paths)]).toEqual(["/v2", expect.arrayContaining(["/rpc/telegram"])]);
  const after = await ticks();
  // Both did some of it.
  expect(after.map((now, n) => now > (before[n] ?? now))).toEqual(pids.map(() => true));
});

test("what one writes at either address, all show at both at once", { timeout: 120_000 }, async () => {
  const token = sailor.userToken;
  for (const [n, address] of [...ADDRESSES, ...ADDRESSES].entries()) {
    const name = `name ${n}`;
    const changed = await ask(apiUrl, "PATCH", `${address}/logbook?id=eq.${log}`, { token, body: { name } });
    expect(changed.status).toBe(204);
    for (const asked of ADDRESSES) {
      const { text } = await unanimous(`${asked}/logs_view?select=name`, { token });
      expect(JSON.parse(text)).toEqual([{ name }]);
    }
  }
});

test("a kept answer is its address's, whichever process is asked again", { timeout: 120_000 }, async () => {
  const body = { latitude: 59.5, longitude: 22.5, name: "once" };
  const headers = { "Idempotency-Key": '"one moorage"', Prefer: "return=headers-only" };
  const places = [];
  for (const address of ADDRESSES) {
    const how = { token: sailor.userToken, body, headers };
    // One after the other: what is still under way is refused.
    const answers: Spread[] = [];
    for (let n = 0; n < TIMES; n++) answers.push(await ask(apiUrl, "POST", `${address}/moorages`, how));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
    places.push([...new Set(answers.map(({ headers: { location } }) => location))]);
  }
  expect(places).toEqual([
    [expect.stringMatching(/^\/moorages\?/)],
    [expect.stringMatching(/^\/v2\/moorages\?/)],
  ]);
  const { text } = await unanimous("/v2/moorages?select=id&name=eq.once", { token: sailor.userToken });
  expect(JSON.parse(text)).toHaveLength(2);
});

test("a caller's requests are counted over all processes and both addresses", {
  timeout: 120_000,
}, async () => {
  const headers = { "X-Forwarded-For": "192.0.2.77" };
  const left: number[] = [];
  const began = Date.now();
  for (const address of ADDRESSES)
    for (const answer of await spread("GET", `${address}/stays_at`, { headers }))
      left.push(Number(answer.headers["x-ratelimit-remaining"]));
  // Otherwise a new minute may have begun.
  expect(Date.now() - began).toBeLessThan(60_000);
  const descending = left.toSorted((a, b) => b - a);
  expect(descending).toEqual(Array.from({ length: 2 * TIMES }, (_, n) => (descending[0] ?? 0) - n));
});
