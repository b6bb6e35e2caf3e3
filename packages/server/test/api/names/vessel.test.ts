/** The vessel under the names of later clients: before its first contact, described, and with what its owner added. */
import { expect, it } from "vitest";
import { ownerForTests } from "./owner.ts";

const { person, put, one, describedBoat } = ownerForTests();
const IMAGE = { id: "k3f", url: "https://example.org/bow.jpg", updated_at: "2026-06-14T10:02:00Z" };
const NOTHING = {
  ...{ make_model: null, has_polar: false, has_images: false },
  ...{ image_url: null, image_updated_at: null, images: null, spec: null },
};

it("has no row and no settings before it was described", async () => {
  expect(await person.skipper.rows("/vessel_view")).toEqual([]);
  expect(await person.skipper.rows("/rpc/vessel_extended_fn")).toEqual(NOTHING);
  expect(await person.skipper.rows("/rpc/vessel_settings_fn")).toEqual({
    vessel_settings: null,
    settings: null,
  });
  expect(await one("/vessels_view")).toMatchObject({
    ...{ offline: null, is_offline: true, metrics_offline: null, duration_last_metrics: null },
  });
});

it("is shown as its plugin and owner describe it", async () => {
  await describedBoat();
  const [described] = await person.skipper.rows("/vessel_view");
  expect(described).toMatchObject({
    ...{ name: "Nerpa", plugin_version: "0.6.0", offline: false, has_config: false, has_images: false },
    ...{ make_model: null, has_polar: false, images: null, specs: null, image_url: null },
    geojson: { type: "Feature", geometry: null, properties: { name: "Nerpa", time: null, latitude: null } },
  });
  await person.skipper.send([
    {
      time: new Date(Date.now() - 120_000).toISOString(),
      latitude: 59.8,
      longitude: 22.9,
      speedoverground: 0,
    },
  ]);
  const specs = { keel: "long" };
  const added = { make_model: "Nauticat 33", polar: "twa/tws;6", images: [IMAGE], specs };
  await put("/metadata", { user_data: added, configuration: { depthKey: "a.b" } });
  const user_data = { ...added, image_updated_at: expect.any(String), polar_updated_at: expect.any(String) };
  const [row] = await person.skipper.rows("/vessel_view");
  expect(row).toMatchObject({
    ...{ make_model: "Nauticat 33", has_polar: true, has_images: true, has_config: true, specs },
    ...{ images: [IMAGE], image_url: IMAGE.url, image_updated_at: IMAGE.updated_at },
    geojson: {
      geometry: { type: "Point", coordinates: [22.9, 59.8] },
      properties: { make_model: "Nauticat 33", image_url: IMAGE.url, latitude: 59.8, longitude: 22.9 },
    },
  });
  const { last_contact } = await one("/vessels_view");
  expect(Date.parse(row.last_contact)).toBe(Date.parse(last_contact));
  const { vessel_settings, settings } = await person.skipper.rows("/rpc/vessel_settings_fn");
  expect(vessel_settings).toEqual({
    ...{ vessel_id: row.vessel_id, name: "Nerpa", user_data },
    configuration: { depthKey: "a.b", update_at: expect.any(String) },
  });
  expect(settings).toEqual(user_data);
  const extended = {
    ...{ make_model: "Nauticat 33", has_polar: true, has_images: true, images: [IMAGE], spec: specs },
    ...{ image_url: IMAGE.url, image_updated_at: IMAGE.updated_at },
  };
  expect(await person.skipper.rows("/rpc/vessel_extended_fn")).toEqual(extended);
  expect((await person.skipper.rows("/rpc/vessel_fn")).vessel).toMatchObject({
    ...{ vessel_id: row.vessel_id, configuration: true, mmsi: row.mmsi },
    ...extended,
  });
  expect(await person.skipper.rows("/rpc/vessel_details_fn")).toMatchObject({
    platform: null,
    configuration: true,
  });
  expect(await one("/vessels_view")).toMatchObject({ is_offline: false, metrics_offline: false });
  expect((await one("/vessels_view")).duration_last_metrics).toMatch(/^PT/);
});
