/**
 * Every relation, role and verb: callers without the right get a refusal that says so, and nothing ends in an
 * internal error.
 */

import { sql } from "@wakelog/data-api/db/sql.ts";
import { beforeAll, describe, expect, test } from "vitest";
import { serviceForTests } from "../../../../test/support/service.ts";
import { tokensOf } from "../../../../test/support/tokens.ts";
import { twoBoats } from "../../../../test/support/two-boats.ts";
import type { Role } from "../cases/contract-types.ts";

const ROLES: readonly Role[] = ["anonymous", "user_role", "vessel_role", "admin_role", "messenger_role"];
const VERBS = { select: "GET", insert: "POST", update: "PATCH", delete: "DELETE" } as const;

/** What strangers can read; without a public page's header nothing else exists for them. */
const OPEN: ReadonlySet<string> = new Set(["stays_at", "versions_view"]);

const service = serviceForTests();
const { api } = service;
let tokens: Readonly<Record<Role, string | null>>;
beforeAll(async () => {
  tokens = await tokensOf((await twoBoats(service.database)).alfa);
});

/** The relations with their first column, and the verbs of which the role has any part. */
async function rightsOf(role: Role) {
  return service.database.owner.transaction((tx) =>
    tx.query(sql`
      select c.relname as name, a.attname as column,
        has_table_privilege(${role}, c.oid, 'select') as select,
        has_any_column_privilege(${role}, c.oid, 'insert') as insert,
        has_any_column_privilege(${role}, c.oid, 'update') as update,
        has_table_privilege(${role}, c.oid, 'delete') as delete
      from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum = 1
      where relnamespace = 'api'::regnamespace and relkind in ('r', 'p', 'v', 'm') order by 1`),
  );
}

describe.each(ROLES)("%s", (role) => {
  test("is answered 401 or 403 for every verb without a grant, and never 500", async () => {
    const token = tokens[role];
    const relations = await rightsOf(role);
    expect(relations.length).toBeGreaterThan(26);
    for (const relation of relations) {
      const column = String(relation.column);
      for (const [right, method] of Object.entries(VERBS)) {
        const where = method === "GET" || method === "POST" ? "" : `?${encodeURIComponent(column)}=is.null`;
        const answer = await api.send(method, `/${relation.name}${where}`, {
          ...(token === null ? {} : { token }),
          ...(method === "POST" || method === "PATCH" ? { body: { [column]: null } } : {}),
        });
        const what = `${method} /${relation.name}: ${answer.text.slice(0, 200)}`;
        // 551 asks an operator to name a vessel.
        if (answer.status !== 551) expect(answer.status, what).toBeLessThan(500);
        if (role === "anonymous" && method === "GET" && !OPEN.has(String(relation.name))) {
          expect(answer.status, what).toBe(404);
        } else if (relation[right] !== true)
          expect(answer.status, what).toBe(role === "anonymous" ? 401 : 403);
        else if (method === "GET") expect(answer.status, what).toBe(200);
      }
    }
  });
});
