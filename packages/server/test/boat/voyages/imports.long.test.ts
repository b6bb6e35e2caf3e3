/** Rows that did not come from the boat itself: they come, and exactly they go. */

import { sql } from "@wakelog/data-api/db/sql.ts";
import { describe, expect, test } from "vitest";
import { DAY_TRIP, passage } from "../../../../../test/support/passage.ts";
import { serviceForTests } from "../../../../../test/support/service.ts";
import { newSkipper, type Skipper } from "../../../../../test/support/skipper.ts";

const service = serviceForTests();
const steps = async (skipper: Skipper) => (await skipper.call("first_steps_fn", {})).json;

/** The whole logbook, without what differs between rebuilds. */
async function logbook({ rows }: Skipper) {
  return {
    metrics: await rows("/metrics?select=time,latitude,longitude&order=time"),
    logs: await rows("/logbook?select=id,name,_from_time,_to_time,distance&order=_from_time"),
    stays: await rows("/stays?select=id,arrived,departed&order=arrived"),
    moorages: await rows("/moorages_view?select=id,moorage,arrivals_departures&order=id"),
  };
}

describe("the sample voyage", () => {
  test("is sailed with the caller's own boat, finished, and taken away again without a trace", async () => {
    const skipper = await newSkipper(service);
    const before = await logbook(skipper);
    expect(await steps(skipper)).toEqual({
      plugin: false,
      rows: false,
      log: null,
      sample: null,
      sample_log: null,
    });
    const { status, json: made } = await skipper.call("sample_voyage_fn", {});
    expect([status, made.rows]).toEqual([200, 105]);
    await service.drainJobs();
    const sailed = await steps(skipper);
    expect(sailed).toMatchObject({ rows: false, log: null, sample: made.id });
    const [log] = await skipper.rows(`/log_view?id=eq.${sailed.sample_log}`);
    expect(log.distance).toBeGreaterThan(5);
    expect(log.name).not.toBeNull();
    const [listed] = await skipper.rows("/imports_view");
    expect(listed).toMatchObject({ id: made.id, kind: "sample", rows: 105 });

    expect((await skipper.call("sample_voyage_fn", {})).json.message).toMatch(/sample voyage already/);
    expect((await skipper.call("undo_import_fn", { _id: made.id })).json).toBe(true);
    await service.drainJobs();
    expect(await logbook(skipper)).toEqual(before);
    expect((await steps(skipper)).sample).toBeNull();
    expect((await skipper.call("undo_import_fn", { _id: made.id })).json).toBe(false);
  });

  test("is refused to a boat that recorded something in these days, and nothing is stored", async () => {
    const skipper = await newSkipper(service);
    await skipper.send(passage(Date.now() - 2 * 86_400_000, DAY_TRIP));
    const before = await logbook(skipper);
    const refused = await skipper.call("sample_voyage_fn", {});
    expect([refused.status, refused.json.message]).toEqual([
      400,
      "The boat recorded something itself in these days",
    ]);
    expect(await logbook(skipper)).toEqual(before);
    expect(await skipper.rows("/imports_view")).toEqual([]);
    expect(await steps(skipper)).toMatchObject({ rows: true, log: before.logs.at(-1).id, sample: null });
  });

  test("leaves what the boat sailed before as it was", async () => {
    const skipper = await newSkipper(service);
    await skipper.send(passage(Date.now() - 20 * 86_400_000, DAY_TRIP));
    const before = await logbook(skipper);
    const { json: made } = await skipper.call("sample_voyage_fn", {});
    await service.drainJobs();
    expect((await logbook(skipper)).logs.length).toBe(before.logs.length + 1);
    await skipper.call("undo_import_fn", { _id: made.id });
    await service.drainJobs();
    expect(await logbook(skipper)).toEqual(before);
  });

  test("of one boat cannot be seen or removed by others", async () => {
    const [owner, other] = [await newSkipper(service), await newSkipper(service)];
    const { json: made } = await owner.call("sample_voyage_fn", {});
    expect(await other.rows("/imports_view")).toEqual([]);
    expect((await other.call("undo_import_fn", { _id: made.id })).json).toBe(false);
    expect(await owner.rows("/imports_view?select=rows")).toEqual([{ rows: 105 }]);
  });
});

describe("a file", () => {
  /** Points of a made-up day as a chart plotter writes them. */
  const gpx = (points: readonly { time: string; latitude: number; longitude: number }[]) =>
    `<gpx version="1.1" creator="plotter"><trk><trkseg>${points
      .map((one) => `<trkpt lat="${one.latitude}" lon="${one.longitude}"><time>${one.time}</time></trkpt>`)
      .join("")}</trkseg></trk></gpx>`;
  const START = Date.UTC(2025, 5, 1, 6);
  const POINTS = passage(START, DAY_TRIP).map(({ time, latitude, longitude }) => ({
    time: String(time),
    latitude: Number(latitude),
    longitude: Number(longitude),
  }));

  async function upload(skipper: Skipper, text: string, part = 20_000): Promise<number> {
    const { json: id } = await skipper.call("begin_import_fn", { name: "June.gpx" });
    for (let at = 0; at < text.length; at += part) {
      const sent = await skipper.call("import_part_fn", { _id: id, content: text.slice(at, at + part) });
      expect(sent.json).toBe(true);
    }
    return id;
  }

  test("is shown before it is stored, stored, and taken back without a trace", async () => {
    const skipper = await newSkipper(service);
    // The boat recorded a part of that day itself.
    await skipper.send(passage(START, DAY_TRIP).slice(0, 20));
    const before = await logbook(skipper);
    const id = await upload(
      skipper,
      gpx([...POINTS, { time: "1999-01-01T00:00:00Z", latitude: 1, longitude: 1 }]),
    );
    const read = await skipper.call("read_import_fn", { _id: id });
    expect([read.status, read.json.format]).toEqual([200, "GPX"]);
    const { json: preview } = await skipper.call("preview_import_fn", { _id: id });
    expect(preview).toMatchObject({
      rows: POINTS.length + 1,
      known: 20,
      covered: 0,
      from: new Date(START).toISOString(),
    });
    expect(Object.values(preview.refused)).toEqual([1]);
    expect(preview.line.length).toBeGreaterThan(50);
    expect(await logbook(skipper), "nothing is stored yet").toEqual(before);

    let stored = 0;
    for (let left = 1; left > 0; ) {
      const { status, json } = await skipper.call("import_batch_fn", { _id: id });
      expect(status).toBe(200);
      stored += json.stored;
      left = json.left;
    }
    expect(stored).toBe(POINTS.length - 20);
    await service.drainJobs();
    expect((await logbook(skipper)).logs.length).toBe(2);
    expect(await skipper.rows("/imports_view?select=name,kind,rows")).toEqual([
      { name: "June.gpx", kind: "file", rows: stored },
    ]);

    expect((await skipper.call("undo_import_fn", { _id: id })).json).toBe(true);
    await service.drainJobs();
    expect(await logbook(skipper)).toEqual(before);
  });

  test.each([
    ["under way", 100],
    ["soon after an arrival", 130],
  ])("that ends %s is a finished log at once, and goes on with the next file", async (_, end) => {
    const skipper = await newSkipper(service);
    const store = async (points: typeof POINTS) => {
      const id = await upload(skipper, gpx(points));
      await skipper.call("read_import_fn", { _id: id });
      for (let left = 1; left > 0; ) left = (await skipper.call("import_batch_fn", { _id: id })).json.left;
      await service.drainJobs();
    };
    const until = new Date(START + end * 60_000).toISOString();
    await store(POINTS.filter(({ time }) => time <= until));
    const found = await skipper.rows("/logbook?select=id,active,name,_to_time,distance");
    // A file is no word from the boat.
    expect(await skipper.rows("/vessels_view?select=last_contact")).toEqual([{ last_contact: null }]);
    expect(found).toMatchObject([{ active: false, name: expect.any(String), distance: expect.any(Number) }]);
    const arrived = (Date.parse(found[0]._to_time) - START) / 60_000;
    expect(Math.abs(arrived - Math.min(end, 110))).toBeLessThanOrEqual(2);
    expect(await skipper.rows("/review_view?select=id,doubt")).toMatchObject([{ id: found[0].id }]);
    await store(POINTS.filter(({ time }) => time > until));
    const logs = await skipper.rows("/logbook?select=id,_from_time,_to_time&order=_from_time");
    const whole = await newSkipper(service);
    await whole.send(POINTS);
    const wanted = await whole.rows("/logbook?select=_from_time,_to_time&order=_from_time");
    expect(logs).toMatchObject(wanted);
    expect(logs[0].id).toBe(found[0].id);
  });

  test.each([
    ["the older first", [0, 1]],
    ["the newer first", [1, 0]],
  ])("of a voyage years before the next, which ends under way, keeps its log: %s", async (_, order) => {
    const skipper = await newSkipper(service);
    const YEARS = 2 * 365 * 86_400_000;
    const under = new Date(START + 100 * 60_000).toISOString();
    const earlier = POINTS.filter(({ time }) => time <= under).map((one) => ({
      ...one,
      time: new Date(Date.parse(one.time) - YEARS).toISOString(),
    }));
    const names: string[][] = [];
    for (const at of order) {
      const id = await upload(skipper, gpx(at === 0 ? earlier : POINTS));
      await skipper.call("read_import_fn", { _id: id });
      for (let left = 1; left > 0; ) left = (await skipper.call("import_batch_fn", { _id: id })).json.left;
      await service.drainJobs();
      const logs = await skipper.rows("/logbook?select=_from_time&order=_from_time");
      names.push(logs.map(({ _from_time }: { _from_time: string }) => _from_time.slice(0, 4)));
    }
    expect(names.at(-1)).toEqual(["2023", "2025", "2025"]);
  });

  test("counts the positions at times that another device recorded", async () => {
    const skipper = await newSkipper(service);
    await skipper.send(passage(START, DAY_TRIP).slice(0, 20));
    const recorded = Date.parse(POINTS[19]?.time ?? "");
    const other = POINTS.map((one) => ({
      ...one,
      time: new Date(Date.parse(one.time) + 7000).toISOString(),
    }));
    const id = await upload(skipper, gpx(other));
    await skipper.call("read_import_fn", { _id: id });
    const beside = other.filter(({ time }) => Date.parse(time) < recorded).length;
    expect((await skipper.call("preview_import_fn", { _id: id })).json).toMatchObject({
      rows: POINTS.length,
      known: 0,
      covered: beside,
    });
  });

  test("of KML brings the times and places of its tracks", async () => {
    const skipper = await newSkipper(service);
    const times = POINTS.map(({ time }) => `<when>${time}</when>`).join("");
    const places = POINTS.map((one) => `<gx:coord>${one.longitude} ${one.latitude} 0</gx:coord>`).join("");
    const line = "<Placemark><LineString><coordinates>1,1 2,2</coordinates></LineString></Placemark>";
    const id = await upload(skipper, `<kml>${line}<gx:Track>${times}${places}</gx:Track></kml>`);
    expect((await skipper.call("read_import_fn", { _id: id })).json.format).toBe("KML");
    const { json: preview } = await skipper.call("preview_import_fn", { _id: id });
    const first = POINTS[0];
    expect(preview).toMatchObject({ rows: POINTS.length, known: 0, refused: {} });
    expect(preview.line[0]).toEqual([first?.longitude, first?.latitude]);
  });

  test("takes room only while it is the last one that was begun, and all of a boat's files share it", async () => {
    const skipper = await newSkipper(service);
    const stored = await upload(skipper, gpx(POINTS));
    await skipper.call("read_import_fn", { _id: stored });
    await skipper.call("import_batch_fn", { _id: stored });
    await upload(skipper, gpx(POINTS));
    const kept = sql`select count(*)::int as parts from app.import_parts`;
    const parts = () => service.database.owner.transaction((tx) => tx.query(kept));
    const [before] = await parts();
    expect(await skipper.call("import_part_fn", { _id: stored, content: "more" })).toMatchObject({
      json: true,
    });
    const next = await upload(skipper, "");
    expect(Number((await parts())[0]?.parts)).toBeLessThan(Number(before?.parts));
    await service.database.owner.transaction((tx) =>
      tx.run(
        sql`insert into app.import_parts (import_id, content)
          values (${stored}, convert_to(repeat('x', 67108000), 'UTF8'))`,
      ),
    );
    const large = await skipper.call("import_part_fn", { _id: next, content: "x".repeat(262_145) });
    expect([large.status, large.json.message]).toEqual([400, "A part has at most 256 kB"]);
    const refused = await skipper.call("import_part_fn", { _id: next, content: "x".repeat(1000) });
    expect([refused.status, refused.json.message]).toEqual([400, "The file is larger than 64 MB"]);
  });

  test("of wide rows is stored in batches that the database takes", async () => {
    const skipper = await newSkipper(service);
    const names = Array.from({ length: 1500 }, (_, n) => `${"electrical.".repeat(10)}n${n}`);
    const line = (n: number) => `${new Date(START + n * 60_000).toISOString()},60,25${",1".repeat(1500)}`;
    const text = ["time,lat,lon", names.join(",")].join(",");
    const id = await upload(
      skipper,
      [text, ...Array.from({ length: 60 }, (_, n) => line(n))].join("\n"),
      200_000,
    );
    expect((await skipper.call("read_import_fn", { _id: id })).status).toBe(200);
    const [batch] = await service.database.owner.transaction((tx) =>
      tx.query(
        sql`select max(length(rows::text)) as longest from app.import_batches where import_id = ${id}`,
      ),
    );
    expect(Number(batch?.longest)).toBeLessThan(6_000_000);
  });

  test("that is no track is refused with a sentence, and another's cannot be touched", async () => {
    const [owner, other] = [await newSkipper(service), await newSkipper(service)];
    const id = await upload(owner, "Dear diary, today we sailed.");
    const refused = await owner.call("read_import_fn", { _id: id });
    expect([refused.status, refused.json.message]).toEqual([400, expect.stringMatching(/not supported/)]);
    const own = await upload(owner, gpx(POINTS));
    expect((await other.call("import_part_fn", { _id: own, content: "x" })).json).toBe(false);
    expect((await other.call("read_import_fn", { _id: own })).status).toBe(400);
    await owner.call("read_import_fn", { _id: own });
    expect((await other.call("preview_import_fn", { _id: own })).json.rows).toBe(0);
    expect((await other.call("import_batch_fn", { _id: own })).status).toBe(400);
    expect((await other.call("undo_import_fn", { _id: own })).json).toBe(false);
    expect((await owner.call("preview_import_fn", { _id: own })).json.rows).toBe(POINTS.length);
  });
});
