/** Messengers' previews of links to public pages, and nothing else. */
import { beforeAll, describe, expect, test } from "vitest";
import { DAY_TRIP, passage } from "../../../../../test/support/passage.ts";
import { decodedPng, isLand, isSea } from "../../../../../test/support/pictures/decoded-png.ts";
import { serviceForTests } from "../../../../../test/support/service.ts";
import { newSkipper, type Skipper } from "../../../../../test/support/skipper.ts";

const service = serviceForTests();
let skipper: Skipper;
let log: number;

const set = (key: string, value: unknown) =>
  skipper.call("update_user_preferences_fn", { key: `{${key}}`, value });
const get = async (path: string) => {
  const response = await fetch(service.webUrl + path);
  const body = Buffer.from(await response.arrayBuffer());
  return { status: response.status, type: response.headers.get("content-type"), body, text: body.toString() };
};
/** Width and height of a PNG. */
const sizeOf = (png: Buffer) => [png.readUInt32BE(16), png.readUInt32BE(20)];

beforeAll(async () => {
  skipper = await newSkipper(service);
  await skipper.send(passage(Date.now() - 86_400_000, DAY_TRIP));
  log = (await skipper.logs(0))[0]?.[0] ?? 0;
  await set("public_vessel", "Meritähti");
});

describe("a link to a public page", () => {
  test("is a page like any other where nothing is published, and not found, as for a boat that does not exist", async () => {
    const [own, logs, unknown] = await Promise.all([
      get("/p/Merit%C3%A4hti"),
      get(`/p/Merit%C3%A4hti/log/${log}`),
      get("/p/NoSuchBoat"),
    ]);
    for (const { status, text } of [own, logs, unknown]) {
      expect(status).toBe(404);
      expect(text).not.toContain("og:title");
    }
    expect(own.body.equals(unknown.body)).toBe(true);
    expect((await get(`/p/Merit%C3%A4hti/log/${log}/picture.png`)).status).toBe(404);
  });

  test("has the log's name and length, and a picture of its track, once that is published", async () => {
    await skipper.call("update_user_preferences_fn", { key: "{public_logs}", value: [log] });
    const [row] = await skipper.rows(`/logs_view?id=eq.${log}&select=name,distance`);
    const page = await get(`/p/Merit%C3%A4hti/log/${log}`);
    expect([page.status, page.type]).toEqual([200, "text/html; charset=utf-8"]);
    expect(page.text).toContain(`<title>${row.name} – Meritähti</title>`);
    expect(page.text).toContain(`content="${row.distance.toFixed(1)} NM, `);
    const image = /"og:image" content="([^"]+)"/.exec(page.text)?.[1] ?? "";
    expect(image).toBe(`${service.webUrl}/p/Merit%C3%A4hti/log/${log}/picture.png`);
    const picture = await get(new URL(image).pathname);
    expect([picture.status, picture.type, sizeOf(picture.body)]).toEqual([200, "image/png", [480, 300]]);
    expect((await get(new URL(image).pathname)).body.equals(picture.body)).toBe(true);
    // It is sailed off Hanko, whose islands are in sight.
    const drawn = decodedPng(picture.body);
    expect(drawn.count(isLand)).toBeGreaterThan(300);
    expect(drawn.count(isSea)).toBeGreaterThan(50_000);
    // Another log of the same boat is not published.
    const other = (await skipper.logs(0))[1]?.[0];
    expect((await get(`/p/Merit%C3%A4hti/log/${other}`)).status).toBe(404);
    expect((await get("/p/Merit%C3%A4hti")).status).toBe(404);
  });

  test("is gone at once when it is published no more, the picture too", async () => {
    await set("public_logs", false);
    expect((await get(`/p/Merit%C3%A4hti/log/${log}`)).status).toBe(404);
    expect((await get(`/p/Merit%C3%A4hti/log/${log}/picture.png`)).status).toBe(404);
  });

  test("writes what a person typed as text, whatever it looks like", async () => {
    await set("public_logs", true);
    await service.api.patch(
      `/logbook?id=eq.${log}`,
      { name: '"><script>alert(1)</script>$&' },
      { token: skipper.sailor.userToken },
    );
    const { text } = await get(`/p/Merit%C3%A4hti/log/${log}`);
    expect(text).not.toContain("<script>alert");
    expect(text).toContain("&#34;&#62;&#60;script&#62;alert(1)&#60;/script&#62;$&#38; – Meritähti");
  });

  test("of the boat tells the sections that are published, to strangers too", async () => {
    await set("public_logs_list", true);
    await set("public_monitoring", true);
    expect((await get("/p/Merit%C3%A4hti")).text).toContain('"og:title" content="Meritähti"');
    const sections = await service.api.get("/rpc/public_sections_fn?boat=Merit%C3%A4hti");
    expect(sections.json).toEqual(["public_logs", "public_logs_list", "public_monitoring"]);
    expect((await service.api.get("/rpc/public_sections_fn?boat=NoSuchBoat")).json).toBeNull();
  });
});
