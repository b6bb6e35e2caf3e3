/**
 * Random catalogues: schemas with everything PostgreSQL allows, in any order and under any names. Steps that it
 * refuses are skipped, so a step need not know whether it is possible.
 */
import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { DatabaseError } from "../../../src/db/database.ts";
import type { Postgres } from "../../../src/db/postgres.ts";
import { sql } from "../../../src/db/sql.ts";
import { type Objects, quoted } from "./objects.ts";
import * as relations from "./relations.ts";
import * as routines from "./routines.ts";
import { type Chooser, chooser, type Step, step } from "./step.ts";

const BUILDERS = {
  table: relations.table,
  partitioned: relations.partitioned,
  child: relations.child,
  foreign: relations.foreign,
  view: relations.view,
  circle: relations.circle,
  foreignKey: relations.foreignKey,
  alter: relations.alter,
  comment: relations.comment,
  row: relations.row,
  type: routines.type,
  representation: routines.representation,
  routine: routines.routine,
  otherRoutine: routines.otherRoutine,
  writable: routines.writable,
  routineComment: routines.routineComment,
} satisfies Record<string, (objects: Objects, choose: Chooser) => string | null>;

type Kind = keyof typeof BUILDERS;

/** How often each kind of step comes. */
const WEIGHTS: Readonly<Record<Kind, number>> = {
  table: 5,
  partitioned: 1,
  child: 1,
  foreign: 1,
  view: 7,
  circle: 2,
  foreignKey: 8,
  alter: 2,
  comment: 1,
  row: 3,
  type: 4,
  representation: 1,
  routine: 10,
  otherRoutine: 1,
  writable: 1,
  routineComment: 1,
};

/** A catalogue to be built. */
export type Plan = readonly Step<Kind>[];

/** Contents of plans. */
export interface PlanOptions {
  /** Kinds of steps that do not come. */
  readonly without?: readonly Kind[];
  /** Names are small letters only. */
  readonly plainNames?: boolean;
}

export function plans({ without = [], plainNames = false }: PlanOptions = {}): fc.Arbitrary<Plan> {
  const kinds = Object.keys(WEIGHTS).filter(
    (kind): kind is Kind => kind in BUILDERS && !without.some((one) => one === kind),
  );
  const weighted = kinds.flatMap((kind) => Array.from({ length: WEIGHTS[kind] }, () => kind));
  return fc.array(step(weighted, plainNames), { minLength: 30, maxLength: 60, size: "max" });
}

/** A catalogue that was built. */
export interface Built {
  readonly schema: string;
  /** The log of steps, shown on a failure. */
  readonly script: string;
  readonly relations: readonly { readonly name: string }[];
  /** How many steps PostgreSQL refused. */
  readonly refused: number;
  drop(): Promise<void>;
}

/** Builds it in a new schema. @param role gets all rights there */
export async function build(owner: Postgres, plan: Plan, role: string): Promise<Built> {
  const id = randomUUID().slice(0, 8);
  const objects: Objects = {
    schema: `random ${id}`,
    hidden: `hidden ${id}`,
    relations: [],
    types: [],
    servers: await servers(owner),
    taken: new Set(),
  };
  const done: string[] = [];
  let refused = 0;
  const attempt = async (text: string): Promise<boolean> => {
    try {
      await owner.transaction((tx) =>
        tx.script(`set local client_min_messages = error; set local check_function_bodies = off; ${text}`),
      );
      done.push(text);
      return true;
    } catch (error) {
      if (!(error instanceof DatabaseError)) throw error;
      return false;
    }
  };
  const places = [objects.schema, objects.hidden].map((name) => quoted(name));
  await attempt(places.map((place) => `create schema ${place}`).join(";"));
  for (const one of plan) {
    const before = [objects.relations.length, objects.types.length] as const;
    const text = BUILDERS[one.kind](objects, chooser(one));
    if (text === null || (await attempt(text))) continue;
    refused += 1;
    [objects.relations.length, objects.types.length] = before;
  }
  for (const place of places) {
    await attempt(`grant all on schema ${place} to ${role}; grant all on all tables in schema ${place} to ${role};
      grant all on all sequences in schema ${place} to ${role}`);
  }
  return {
    schema: objects.schema,
    script: done.join(";\n"),
    relations: objects.relations,
    refused,
    async drop() {
      for (const place of places) await attempt(`drop schema if exists ${place} cascade`);
    },
  };
}

/** Servers for foreign tables, of the kinds that this PostgreSQL has: made once for each database. */
async function servers(owner: Postgres): Promise<Objects["servers"]> {
  const known = await owner.transaction((tx) =>
    tx.run(sql`select name from pg_available_extensions where name in ('file_fdw', 'postgres_fdw')`),
  );
  const found: (readonly [string, string])[] = [["nowhere", ""]];
  const statements = [
    "create foreign data wrapper nothing; create server nowhere foreign data wrapper nothing",
  ];
  for (const [name] of known.rows) {
    statements.push(`create extension ${name}`);
    if (name === "file_fdw") {
      statements.push("create server files foreign data wrapper file_fdw");
      found.push(["files", "options (filename '/nothing here', format 'csv')"]);
    } else {
      const away = "options (host '127.0.0.1', port '1', dbname 'x', connect_timeout '2')";
      statements.push(`create server away foreign data wrapper postgres_fdw ${away};
        create user mapping for public server away options (user 'x', password 'y')`);
      found.push(["away", "options (schema_name 'public', table_name 'x')"]);
    }
  }
  for (const text of statements) {
    try {
      await owner.transaction((tx) => tx.script(text));
    } catch (error) {
      // Made for an earlier catalogue.
      if (!(error instanceof DatabaseError)) throw error;
    }
  }
  return found;
}
