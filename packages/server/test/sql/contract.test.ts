/** The schema against the contract's table: every resource, field, type, verb, procedure, argument and role. */

import { type Sql, sql } from "@wakelog/data-api/db/sql.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { cloneDatabase, type TestDatabase } from "../../../../test/support/database.ts";
import { PROCEDURES } from "../cases/contract-procedures.ts";
import { RESOURCES } from "../cases/contract-resources.ts";
import type { Role } from "../cases/contract-types.ts";

const ROLES: readonly Role[] = ["anonymous", "user_role", "vessel_role", "admin_role", "messenger_role"];
const PRIVILEGES = [
  ["S", "select"],
  ["I", "insert"],
  ["U", "update"],
  ["D", "delete"],
] as const;

let db: TestDatabase;
beforeAll(async () => {
  db = await cloneDatabase();
});
afterAll(() => db.drop());

const rows = (statement: Sql) =>
  db.owner.transaction(async (tx) => {
    // So that every type outside pg_catalog is named with its schema.
    await tx.run(sql`select set_config('search_path', '', true)`);
    return (await tx.run(statement)).rows;
  });

test("there are the contract's 26 resources and 34 procedures, 19 of them listed", () => {
  expect(RESOURCES).toHaveLength(26);
  expect(PROCEDURES).toHaveLength(34);
  expect(PROCEDURES.filter((procedure) => procedure.listed)).toHaveLength(19);
});

/** Where a role finds this name: visitors have their own relations and functions for public pages. */
async function schemaFor(role: Role, name: string): Promise<"api" | "public_pages"> {
  const found = await rows(sql`
    select from pg_class where relnamespace = 'public_pages'::regnamespace and relname = ${name}
    union all select from pg_proc where pronamespace = 'public_pages'::regnamespace and proname = ${name}`);
  return role === "anonymous" && found.length > 0 ? "public_pages" : "api";
}

describe.each(RESOURCES)("$name", ({ name, fields, verbs, granted, updatable, decision }) => {
  test("has the contract's fields first, in order and of their types", async () => {
    const found = await rows(sql`
      select attname, case when t.typname in ('geo_point', 'geo_line') then 'geo' else format_type(atttypid, null) end
      from pg_attribute a join pg_type t on t.oid = atttypid
      where attrelid = to_regclass(${`api.${name}`}) and attnum > 0 and not attisdropped order by attnum`);
    expect(found.slice(0, fields.length)).toEqual(fields.map((field) => [field.name, field.type]));
  });

  test("gives each role the verbs that it has, and no other", async () => {
    for (const role of ROLES) {
      const relation = `${await schemaFor(role, name)}.${name}`;
      const found = await rows(sql`
        select has_any_column_privilege(${role}, ${relation}, 'select'), has_any_column_privilege(${role}, ${relation}, 'insert'),
          has_any_column_privilege(${role}, ${relation}, 'update'), has_table_privilege(${role}, ${relation}, 'delete')`);
      const letters = PRIVILEGES.filter((_, i) => found[0]?.[i] === "t")
        .map(([letter]) => letter)
        .join("");
      expect(letters, role).toBe(granted[role] ?? "");
    }
  });

  test("lets a role update exactly the columns that it may", async () => {
    for (const [role, columns] of Object.entries(updatable ?? {})) {
      const found = await rows(sql`
        select attname from pg_attribute
        where attrelid = to_regclass(${`api.${name}`}) and attnum > 0 and not attisdropped
          and has_column_privilege(${role}, attrelid, attnum, 'update')`);
      expect(found.flat().sort(), role).toEqual([...columns].sort());
    }
  });

  test("offers every verb of the contract to a person or a boat, or names the decision that it does not", () => {
    const offered = new Set([...(granted.user_role ?? ""), ...(granted.vessel_role ?? "")]);
    const missing = [...verbs].filter((verb) => !offered.has(verb));
    if (missing.length > 0) expect(decision).toMatch(/^Roles: /);
    expect([...offered].every((verb) => verbs.includes(verb))).toBe(true);
  });
});

describe.each(PROCEDURES)("$name", ({ name, args, result, reads, roles }) => {
  test("takes the contract's arguments, gives its shape, and is called by the right method", async () => {
    const found = await rows(sql`
      select coalesce(array_to_json(proargnames), '[]'), array_to_json(array(
          select format_type(t, null) from unnest(proargtypes) with ordinality u (t, n) order by n)),
        pronargdefaults, provolatile, coalesce(array_to_string(proargmodes, ''), ''), format_type(prorettype, null)
      from pg_proc where pronamespace = 'api'::regnamespace and proname = ${name}`);
    expect(found, "declared once").toHaveLength(1);
    const [names, types, defaults, volatility, modes, returns] = found[0] ?? [];
    const inputs: string[] = JSON.parse(names ?? "[]");
    expect(inputs.slice(0, args.length)).toEqual(args.map((arg) => arg.name));
    expect(JSON.parse(types ?? "[]")).toEqual(args.map((arg) => arg.type));
    expect(Number(defaults)).toBe(args.filter((arg) => !arg.required).length);
    expect(volatility === "v").toBe(!reads);
    if (result.startsWith("{")) {
      // Later names come after the contract's.
      expect(`{${inputs[modes?.indexOf("o") ?? -1]}}`).toBe(result);
    } else {
      expect(modes).toBe("");
      expect(returns).toBe(result);
    }
  });

  test("may be called by its roles only", async () => {
    for (const role of ROLES) {
      const found = await rows(sql`
        select has_function_privilege(${role}, oid, 'execute') from pg_proc
        where pronamespace = ${await schemaFor(role, name)}::regnamespace and proname = ${name}`);
      expect(found[0]?.[0] === "t", role).toBe(roles.includes(role));
    }
  });
});
