/** A boat of which everything is known: a log of more than a day, one back, every reading, pictures and settings. */
import { sql } from "@wakelog/data-api/db/sql.ts";
import type { Client } from "../../../../../../test/support/client.ts";
import { passage } from "../../../../../../test/support/passage.ts";
import { prove } from "../../../../../../test/support/proven.ts";
import type { ServiceForTests } from "../../../../../../test/support/service.ts";
import { newSkipper, type Skipper } from "../../../../../../test/support/skipper.ts";
import type { Ids } from "./procedure.ts";

const HOUR = 3_600_000;

/** What the instruments say. */
const metricsOf = (n: number) => ({
  "environment.wind.speedTrue": 6 + (n % 5),
  "environment.wind.directionTrue": 1.2,
  "environment.wind.directionGround": 1.3,
  "navigation.headingTrue": 1.5,
  "environment.depth.belowTransducer": 12 + (n % 9),
  "environment.water.temperature": 288.4,
  "environment.inside.temperature": 293.2,
  "environment.outside.temperature": 291.5,
  "environment.inside.relativeHumidity": 0.6,
  "environment.outside.relativeHumidity": 0.7,
  "environment.inside.pressure": 101_200,
  "environment.outside.pressure": 101_300 + (n % 30),
  "electrical.batteries.House.capacity.stateOfCharge": 0.93,
  "electrical.batteries.House.voltage": 12.8,
  "electrical.solar.Main.panelPower": 80,
  "electrical.solar.Main.panelVoltage": 18.5,
  "tanks.fuel.0.currentLevel": 0.6,
  "propulsion.main.runTime": n * 60,
});

/** Sails it. */
export async function knownBoat(service: ServiceForTests): Promise<Ids & { readonly skipper: Skipper }> {
  const skipper = await newSkipper(service, "Nerpa");
  const { sailor } = skipper;
  await prove(service, sailor.email);
  const described = {
    ...{ name: "Nerpa", mmsi: "230099999", length: 11.5, beam: 3.6, height: 17, ship_type: 36 },
    ...{ plugin_version: "0.6.0", signalk_version: "2.32.0", platform: "linux arm64" },
  };
  await change(service.api, "POST", "/metadata", described, sailor.vesselToken);
  await service.database.owner.transaction((tx) => tx.run(sql`update app.vessels set mmsi = 230099999`));
  const rows = passage(
    Date.now() - 35 * HOUR,
    [
      { stay: "moored", minutes: 60 },
      { sail: 90, knots: 6, minutes: 25 * 60 },
      { stay: "anchored", minutes: 180 },
      { sail: 270, knots: 6, minutes: 120 },
      { stay: "moored", minutes: 180 },
    ],
    { latitude: 59, longitude: 20 },
  ).filter((_, minute) => minute % 3 === 0);
  const measured = rows.map((row, n) => ({ ...row, metrics: metricsOf(n) }));
  for (let at = 0; at < measured.length; at += 500) await skipper.send(measured.slice(at, at + 500));
  await addTo(service.api, skipper);
  await service.drainJobs();
  const [{ id: log, _from_moorage_id: from, _to_moorage_id: to }] = await skipper.rows(
    "/logbook?order=_from_time&limit=1",
  );
  return { skipper, log, from, to };
}

/** What the owner adds. */
async function addTo(api: Client, { sailor, rows }: Skipper): Promise<void> {
  const put = (path: string, body: object) => change(api, "PATCH", path, body, sailor.userToken);
  const images = [{ url: "https://example.org/bow.jpg", updated_at: "2026-06-14T10:02:00Z" }];
  await put("/metadata", {
    configuration: { depthKey: "environment.depth.belowTransducer" },
    user_data: { make_model: "Nauticat 33", polar: "twa/tws;6", specs: { keel: "long" }, images },
  });
  const [{ id, _from_time: departure, extra }] = await rows("/logbook?order=_from_time&limit=1");
  await put(`/logbook?id=eq.${id}`, {
    notes: "Fair",
    extra: { ...extra, polar: "twa/tws;6;8\n40;4.2;5.03", tags: ["race"] },
  });
  const [{ user_data }] = await rows(`/logbook?id=eq.${id}&select=user_data`);
  await put(`/logbook?id=eq.${id}`, { user_data: { ...user_data, images } });
  await put("/stays?id=gt.0", { name: "Night", notes: "Calm", user_data: { images } });
  await put("/moorages?id=gt.0", { notes: "Good holding", user_data: { images } });
  const [{ id: home }] = await rows("/moorages?order=id&limit=1");
  await put(`/moorages?id=eq.${home}`, { home_flag: true });
  const remark = { time: departure, text: "Off" };
  await change(api, "POST", "/log_entries", remark, sailor.userToken);
  const watch = { radius: 60 };
  await change(api, "POST", "/rpc/anchor_watch_fn", watch, sailor.userToken);
}

async function change(api: Client, method: string, path: string, body: object, token: string): Promise<void> {
  const answer = await api.send(method, path, { body, token });
  if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.text}`);
}
