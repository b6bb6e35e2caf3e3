import { setTimeout as sleep } from "node:timers/promises";
import { expect, it, vi } from "vitest";
import { type Client, newSailor, type Sailor } from "../../../../../../test/support/client.ts";
import { installationForTests } from "../../../../../../test/support/installation.ts";

/** With its own embedded server, as in production. */
const installation = installationForTests({ WAKELOG_RATE_LIMITS: "off", WAKELOG_PARTS: "api" });

interface Life {
  readonly api: Client;
  /** kill -9, and the end of it. */
  kill(): Promise<unknown>;
}

async function live(): Promise<Life> {
  const { service, api } = await installation.start();
  return {
    api,
    kill() {
      service.process.kill("SIGKILL");
      return service.ended;
    },
  };
}

const START = Date.UTC(2026, 5, 1);
const MINUTE = 60_000;

/** Two days: three trips of four hours with nights at rest between them, a row a minute. */
const ROWS = Array.from({ length: 2880 }, (_, minute) => {
  const sailed = [360, 1080, 1980].reduce(
    (sum, begin) => sum + Math.min(240, Math.max(0, minute - begin)),
    0,
  );
  const isSailing = [360, 1080, 1980].some((begin) => minute > begin && minute <= begin + 240);
  return {
    time: new Date(START + minute * MINUTE).toISOString(),
    latitude: 58 + (sailed * 5.2) / 3600 + (minute % 7) * 1e-5,
    longitude: 22.9 + (minute % 5) * 1e-5,
    speedoverground: isSailing ? 5.2 : 0,
    courseovergroundtrue: 0,
    windspeedapparent: 9,
    anglespeedapparent: 40,
    status: null,
    metrics: { "propulsion.main.runTime": 1000 },
  };
});
const BATCH = 240;
const BATCHES = Array.from({ length: ROWS.length / BATCH }, (_, i) => ROWS.slice(i * BATCH, (i + 1) * BATCH));

async function send(api: Client, boat: Sailor, rows: readonly unknown[]): Promise<void> {
  const answer = await api.post("/metrics?select=time", rows, {
    token: boat.vesselToken,
    headers: { Prefer: "return=representation" },
  });
  expect(answer.status, answer.text).toBe(201);
  expect(answer.json.length).toBe(rows.length);
}

/** Everything that two boats with the same past have in common, once all logs are finished. */
async function logbook(api: Client, boat: Sailor): Promise<unknown> {
  const get = async (path: string) => (await api.get(path, { token: boat.userToken })).json;
  const unfinished = "/logbook?select=id&active=is.false&or=(distance.is.null,name.is.null)";
  await vi.waitFor(async () => expect(await get(unfinished)).toEqual([]), { timeout: 30_000, interval: 30 });
  return {
    logs: await get(
      "/logbook?select=name,active,_from,_to,_from_time,_to_time,_from_lat,_from_lng,_to_lat,_to_lng,distance,duration,avg_speed,max_speed,max_wind_speed,confidence,reasons,segments&order=_from_time",
    ),
    stays: await get(
      "/stays?select=arrived,departed,duration,active,latitude,longitude,stay_code,radius_m,reasons&order=arrived",
    ),
    moorages: await get("/moorages?select=name,latitude,longitude&order=latitude"),
    rows: (await get("/metrics?select=time")).length,
  };
}

it("a service that is killed between batches and within them ends with the logbook of an undisturbed one", {
  timeout: 120_000,
}, async () => {
  let life = await live();
  const undisturbed = await newSailor(life.api, "Calm");
  for (const rows of BATCHES) await send(life.api, undisturbed, rows);
  const wanted = await logbook(life.api, undisturbed);
  expect(wanted).toMatchObject({
    logs: [{ active: false }, { active: false }, { active: false }],
    rows: 2880,
  });

  const boat = await newSailor(life.api, "Kill");
  const killsBetween = new Set([5]);
  // Milliseconds after the request: about when its rows arrive, and while they are worked on.
  const killsWithin = new Map([
    [2, 3],
    [8, 12],
  ]);
  let lost = 0;
  for (const [n, rows] of BATCHES.entries()) {
    const delay = killsWithin.get(n);
    if (delay !== undefined) {
      const answer = send(life.api, boat, rows).then(
        () => true,
        () => false,
      );
      await sleep(delay);
      await life.kill();
      const isAnswered = await answer;
      life = await live();
      if (isAnswered) continue;
      lost++;
    } else if (killsBetween.has(n)) {
      await life.kill();
      life = await live();
    }
    await send(life.api, boat, rows);
  }
  expect(lost).toBeGreaterThan(0);
  expect(await logbook(life.api, boat)).toEqual(wanted);
  // The past of other boats has not changed either.
  expect(await logbook(life.api, undisturbed)).toEqual(wanted);
});
