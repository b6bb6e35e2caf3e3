/** The OpenAPI document of each role: its part, without verbs that it cannot use. */
import { beforeAll, describe, expect, test } from "vitest";
import { client } from "../../../../test/support/client.ts";
import { serviceForTests } from "../../../../test/support/service.ts";
import { swagger } from "../../../../test/support/swagger.ts";
import { tokensOf } from "../../../../test/support/tokens.ts";
import { twoBoats } from "../../../../test/support/two-boats.ts";
import { PROCEDURES } from "../cases/contract-procedures.ts";
import { RESOURCES } from "../cases/contract-resources.ts";
import type { Role } from "../cases/contract-types.ts";

const ROLES: readonly Role[] = ["anonymous", "user_role", "vessel_role", "admin_role", "messenger_role"];
const METHODS = { S: "get", I: "post", U: "patch", D: "delete" } as const;

/** Resources that a stranger can use only with a public page's header are not offered without it. */
const OF_PAGES: readonly string[] = [
  ...["log_view", "logs_view", "monitoring_view", "stats_logs_view"],
  ...["timelapse_fn", "stats_logs_fn", "logs_by_day_fn", "logs_by_month_fn"],
];
const isOffered = (role: Role, name: string): boolean => role !== "anonymous" || !OF_PAGES.includes(name);

const service = serviceForTests();
let tokens: Readonly<Record<Role, string | null>>;
beforeAll(async () => {
  tokens = await tokensOf((await twoBoats(service.database)).alfa);
});

async function documentOf(role: Role) {
  const token = tokens[role];
  const answer = await client(service.apiUrl).get("/", token === null ? {} : { token });
  expect(answer.status, answer.text.slice(0, 300)).toBe(200);
  return swagger.parse(answer.json);
}

describe.each(ROLES)("the description for %s", (role) => {
  test("is OpenAPI 2.0, titled as a vessel data API, of the version that the contract names", async () => {
    const { info } = await documentOf(role);
    expect(info.title).toBe("Vessel data API");
    expect(info.version).toMatch(/^11\.2\.1 \(.+\)$/);
  });

  test("offers each of the contract's resources with exactly the verbs that the role has", async () => {
    const { paths } = await documentOf(role);
    for (const { name, granted } of RESOURCES) {
      const verbs = isOffered(role, name) ? (granted[role] ?? "") : "";
      const offered = Object.keys(paths[`/${name}`] ?? {});
      const methods = Object.entries(METHODS).flatMap(([verb, method]) =>
        verbs.includes(verb) ? [method] : [],
      );
      expect(offered.sort(), name).toEqual(methods.sort());
    }
  });

  test("offers each of the contract's procedures that the role may call, and no other of them", async () => {
    const { paths } = await documentOf(role);
    const offered = PROCEDURES.filter(({ name }) => `/rpc/${name}` in paths).map(({ name }) => name);
    const callable = PROCEDURES.filter(
      ({ name, roles }) => roles.includes(role) && isOffered(role, name),
    ).map(({ name }) => name);
    expect(offered).toEqual(callable);
  });

  test("describes every resource, column and procedure that it offers", async () => {
    const { definitions, paths } = await documentOf(role);
    const silent = [
      ...Object.entries(definitions).flatMap(([name, { description, properties }]) => [
        ...((description ?? "") === "" ? [name] : []),
        ...Object.entries(properties).flatMap(([column, one]) =>
          (one.description ?? "") === "" ? [`${name}.${column}`] : [],
        ),
      ]),
      ...Object.entries(paths).flatMap(([path, { get }]) => ((get?.summary ?? "") === "" ? [path] : [])),
    ];
    expect(silent).toEqual([]);
  });
});
