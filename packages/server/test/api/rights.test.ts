/** The table of rights, by role and verb, against the service's responses. */
import { beforeAll, describe, expect, test } from "vitest";
import { serviceForTests } from "../../../../test/support/service.ts";
import { swagger } from "../../../../test/support/swagger.ts";
import { tokensOf } from "../../../../test/support/tokens.ts";
import { twoBoats } from "../../../../test/support/two-boats.ts";
import type { Role } from "../cases/contract-types.ts";

const METHODS = { S: "GET", I: "POST", U: "PATCH", D: "DELETE" } as const;
type Verb = keyof typeof METHODS;
/** `public` is a relation of which a stranger sees nothing but with the header of a public page. */
type Right = "" | "public" | "S" | "SI" | "SD" | "SU" | "SUD" | "SIU" | "SIUD";

/** By resource: the verbs of a stranger, a user, a boat and, where not everything, an operator. */
const TABLE: Readonly<
  Record<string, readonly [anonymous: Right, user: Right, vessel: Right, operator?: Right]>
> = {
  metadata: ["", "SU", "SIU"],
  metrics: ["", "SD", "SI"],
  logbook: ["public", "SIUD", "SIU"],
  log_entries: ["", "SIUD", "SI"],
  log_photos: ["", "SUD", "S"],
  log_photos_view: ["", "S", "S", "S"],
  log_entries_view: ["", "S", "S", "S"],
  log_view: ["public", "SIUD", "SIU"],
  logs_view: ["public", "SIUD", "SIU"],
  stays: ["", "SIUD", "SIU"],
  moorages: ["", "SIUD", "SIU"],
  stays_at: ["S", "S", "S"],
  eventlogs_view: ["", "SIUD", "S"],
  versions_view: ["S", "S", "S"],
  moorage_view: ["", "S", "S", "S"],
  moorages_view: ["", "S", "S", "S"],
  stay_view: ["", "S", "S", "S"],
  stays_view: ["", "S", "S", "S"],
  monitoring_view: ["public", "S", "S", "S"],
  monitoring_view2: ["", "S", "S", "S"],
  monitoring_view3: ["", "S", "S", "S"],
  monitoring_humidity: ["", "S", "S", "S"],
  monitoring_temperatures: ["", "S", "S", "S"],
  monitoring_voltage: ["", "S", "S", "S"],
  stats_logs_view: ["public", "S", "S", "S"],
  stats_moorages_view: ["", "S", "S", "S"],
  stats_moorages_away_view: ["", "S", "S", "S"],
  vessels_view: ["", "S", "S", "S"],
};
const ROLES = ["anonymous", "user_role", "vessel_role"] as const;

const service = serviceForTests();
const { api } = service;
let tokens: Readonly<Record<Role, string | null>>;
let columns: ReadonlyMap<string, readonly string[]>;
beforeAll(async () => {
  tokens = await tokensOf((await twoBoats(service.database)).alfa);
  const { definitions } = swagger.parse((await api.get("/", { token: tokens.admin_role ?? "" })).json);
  columns = new Map(
    Object.entries(definitions).map(([name, { properties }]) => [name, Object.keys(properties)]),
  );
});

/** A column that can be written where any can, with a value that no row has. */
const COLUMNS: Readonly<Record<string, readonly [column: string, nothing: string]>> = {
  metrics: ["time", "lt.1971-01-01"],
  eventlogs_view: ["payload", "eq.nothing"],
  stays_at: ["description", "eq.nothing"],
  log_entries: ["text", "eq.nothing"],
  log_photos: ["caption", "eq.nothing"],
};

/** Sends the verb so that it concerns no row. */
async function statusOf(role: Role, resource: string, verb: Verb): Promise<number> {
  const names = columns.get(resource) ?? [];
  const usual = ["notes", "name"].find((name) => names.includes(name)) ?? names[0] ?? "id";
  const [column, nothing] = COLUMNS[resource] ?? [usual, "is.null"];
  const where = verb === "U" || verb === "D" ? `?${encodeURIComponent(column)}=${nothing}` : "";
  const token = tokens[role];
  const { status } = await api.send(METHODS[verb], `/${resource}${where}`, {
    ...(token === null ? {} : { token }),
    ...(verb === "I" ? { body: [] } : {}),
    ...(verb === "U" ? { body: { [column]: null } } : {}),
  });
  return status;
}

describe.each(Object.entries(TABLE))("/%s", (resource, rights) => {
  test.each(ROLES.map((role, at) => [role, rights[at] ?? ""] as const))("%s may %s", async (role, right) => {
    expect(columns.has(resource)).toBe(true);
    for (const verb of ["S", "I", "U", "D"] as const) {
      const status = await statusOf(role, resource, verb);
      const what = `${role} ${METHODS[verb]} /${resource}`;
      if (right !== "public" && right.includes(verb)) expect(status, what).toBeLessThan(400);
      else if (role !== "anonymous") expect(status, what).toBe(403);
      else expect(status, what).toBe(verb === "S" ? 404 : 401);
    }
  });

  test("an operator may do what there is to do, and the bot only read what is everybody's", async () => {
    const [anonymous, , , operator = "SIUD"] = rights;
    for (const verb of ["S", "I", "U", "D"] as const) {
      const status = await statusOf("admin_role", resource, verb);
      const bot = await statusOf("messenger_role", resource, verb);
      if (operator.includes(verb)) expect(status, `operator ${verb}`).toBeLessThan(400);
      else expect(status, `operator ${verb}`).toBe(403);
      if (anonymous !== "S" || verb !== "S") expect(bot, `bot ${verb}`).toBe(403);
    }
  });
});

describe("a stranger", () => {
  test("cannot tell a relation of boats from one that does not exist, however it asks", async () => {
    const nowhere = await api.get("/no_such_thing");
    for (const resource of Object.keys(TABLE).filter((name) => TABLE[name]?.[0] !== "S")) {
      for (const [target, headers] of [
        [`/${resource}`, {}],
        [`/${resource}?select=count()`, {}],
        [`/${resource}?limit=0`, { Prefer: "count=planned" }],
        [`/${resource}?offset=99`, { Prefer: "count=exact" }],
        [`/${resource}?vessel_id=eq.alfavessel`, { Accept: "text/csv" }],
        [`/${resource}`, { Accept: "application/vnd.pgrst.object+json" }],
        [`/%${resource.charCodeAt(0).toString(16)}${resource.slice(1)}`, {}],
      ] as const) {
        const answer = await api.get(target, { headers });
        if (answer.status === 400) expect(answer.json.code, target).toBe("PGRST123");
        else expect([answer.status, answer.json], target).toEqual([404, nowhere.json]);
      }
      expect((await api.send("HEAD", `/${resource}`)).status).toBe(404);
    }
  });

  test("reads what is everybody's, but not through it what is not", async () => {
    expect((await api.get("/stays_at?order=stay_code")).json).toHaveLength(4);
    expect((await api.get("/versions_view")).json).toHaveLength(1);
    expect((await api.get("/stays_at?select=stay_code,stays(id)")).status).toBe(401);
  });

  test("finds at the root exactly what works without a token", async () => {
    const { paths } = swagger.parse((await api.get("/")).json);
    const relations = Object.keys(paths).filter((path) => !path.startsWith("/rpc/"));
    expect(relations.sort()).toEqual(["/", "/stays_at", "/versions_view"]);
    for (const path of Object.keys(paths)) {
      expect(Object.keys(paths[path] ?? {}), path).not.toContain("patch");
      const { status } = path.startsWith("/rpc/") ? await api.post(path, {}) : await api.get(path);
      expect([401, 403, 405, 500].includes(status), `${path}: ${status}`).toBe(
        path === "/rpc/login" && status === 401,
      );
    }
  });
});
