/** Schemas that stand before the exposed one: what reads, calls, embeds, writes and the description find there. */
import { beforeAll, describe, expect, test } from "vitest";
import { type Asking, observatoryForTests } from "../observatory.ts";

const EXTRA = `
create schema twin;
grant usage on schema twin to fixture_anonymous, fixture_user;
create view twin.telescopes as select id, upper(name) as name, site_id from observatory.telescopes;
grant select on twin.telescopes to fixture_anonymous, fixture_user;
create function observatory.motto() returns text language sql stable as $$ select 'per aspera' $$;
create function twin.motto() returns text language sql stable as $$ select 'ad astra' $$;
`;

const observatory = observatoryForTests({ extra: EXTRA, config: { standIns: { others: ["twin"] } } });
const user = { as: "vera@example.org" };
let plain: Asking;
beforeAll(async () => {
  plain = await observatory.beside({ standIns: {} });
});

describe("a stand-in", () => {
  test("is read and called in place of its namesake, for those whom it is for", async () => {
    const shout = await observatory.get("/telescopes?select=name&order=id&limit=1", user);
    const said = await plain.get("/telescopes?select=name&order=id&limit=1", user);
    expect(shout.json).toEqual([{ name: said.json[0].name.toUpperCase() }]);
    expect((await observatory.get("/rpc/motto", user)).json).toBe("ad astra");
    expect((await plain.get("/rpc/motto", user)).json).toBe("per aspera");
    expect((await observatory.get("/rpc/motto")).json).toBe("per aspera");
  });

  test("refuses arguments in the name of its namesake", async () => {
    const [known, other] = [
      await plain.get("/rpc/motto?x=1", user),
      await observatory.get("/rpc/motto?x=1", user),
    ];
    expect([known.status, known.json.code]).toEqual([404, "PGRST202"]);
    expect(other.json).toEqual(known.json);
  });

  test("is embedded, and embeds what has no stand-in", async () => {
    const [site] = (await observatory.get("/sites?select=id,telescopes(name)&order=id&limit=1", user)).json;
    const [known] = (await plain.get("/sites?select=id,telescopes(name)&order=id&limit=1", user)).json;
    expect(site.telescopes).toEqual(
      known.telescopes.map(({ name }: { name: string }) => ({ name: name.toUpperCase() })),
    );
    const path = "/telescopes?select=id,sites(id)&order=id";
    expect((await observatory.get(path, user)).json).toEqual((await plain.get(path, user)).json);
  });

  test("leaves writes to its namesake", async () => {
    const path = "/telescopes?id=eq.0&select=id";
    const headers = { Prefer: "return=representation" };
    const written = await observatory.patch(path, { name: "x" }, { ...user, headers });
    expect(written).toMatchObject(
      (({ status, json }) => ({ status, json }))(
        await plain.patch(path, { name: "x" }, { ...user, headers }),
      ),
    );
  });

  test("is described with its own columns, and the writes of its namesake", async () => {
    const { definitions, paths } = (await observatory.get("/", user)).json;
    const known = (await plain.get("/", user)).json;
    expect(Object.keys(definitions.telescopes.properties)).toEqual(["id", "name", "site_id"]);
    expect(Object.keys(paths["/telescopes"])).toEqual(Object.keys(known.paths["/telescopes"]));
    expect(Object.keys(paths).sort()).toEqual(Object.keys(known.paths).sort());
  });
});

test("a prefix stands before the places that an answer names", async () => {
  const asked = (path: string, prefix?: string) =>
    observatory.engine.handle({
      method: "GET",
      path,
      query: "limit=1",
      headers: { authorization: "Bearer vera@example.org" },
      body: Buffer.alloc(0),
      ...(prefix === undefined ? {} : { prefix }),
    });
  const place = new Map((await asked("/sites", "/v9")).headers).get("Content-Location");
  expect(place).toBe(`/v9${new Map((await asked("/sites")).headers).get("Content-Location")}`);
  expect(JSON.parse(String((await asked("/", "/v9")).body)).basePath).toBe("/v9");
  expect(JSON.parse(String((await asked("/")).body)).basePath).toBe("/");
});
