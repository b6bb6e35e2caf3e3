/** Steps that add types, and functions of every kind. */
import { literal } from "../../../src/db/sql.ts";
import { BASE_TYPES, free, type Objects, quoted } from "./objects.ts";
import type { Chooser } from "./step.ts";

function typeOf(objects: Objects, choose: Chooser): string {
  return choose.once(2) ? choose.one(BASE_TYPES) : (choose.maybe(objects.types) ?? "integer");
}

/** An enumeration, a composite type, or a domain over a type, a domain, a relation's rows or an array. */
export function type(objects: Objects, choose: Chooser): string {
  const name = quoted(objects.schema, free(objects, choose.name));
  const of = typeOf(objects, choose);
  objects.types.push(name);
  switch (choose.number(6)) {
    case 0:
      return `create type ${name} as enum ('a', ${literal(choose.name.slice(0, 20) || "b").text}, 'a b')`;
    case 1:
      return `create type ${name} as (x integer, ${quoted(choose.name === "x" ? "y" : choose.name)} ${of})`;
    case 2:
      return `create domain ${name} as ${of} not null`;
    case 3:
      return `create domain ${name} as ${of} default null check (value is distinct from null or true)`;
    default:
      return `create domain ${name} as ${of}`;
  }
}

/** How a domain travels: a cast that PostgreSQL itself never uses. */
export function representation(objects: Objects, choose: Chooser): string | null {
  const domain = quoted(objects.schema, free(objects, choose.name));
  objects.types.push(domain);
  const name = quoted(objects.schema, free(objects, `as ${choose.name}`.slice(0, 20)));
  return `
    create domain ${domain} as integer;
    create function ${name}(${domain}) returns json language sql immutable as $$ select to_json('#' || $1::integer::text) $$;
    create function ${name}(json) returns ${domain} language sql immutable as $$ select ltrim($1 #>> '{}', '#')::integer::${domain} $$;
    create cast (${domain} as json) with function ${name}(${domain}) as implicit;
    create cast (json as ${domain}) with function ${name}(json) as implicit`;
}

interface Result {
  readonly returns: string;
  readonly body: string;
}

/** A function's result, and a query that returns it. */
function result(objects: Objects, choose: Chooser): Result {
  const relation = choose.maybe(objects.relations);
  const rows = relation === undefined ? "oid" : quoted(objects.schema, relation.name);
  const of = typeOf(objects, choose);
  const none = `select null::${of}`;
  return choose.one([
    { returns: of, body: none },
    { returns: `setof ${of}`, body: `${none} where false` },
    { returns: "void", body: "select" },
    { returns: "integer", body: "select 5" },
    { returns: "setof integer", body: "select generate_series(1, 3)" },
    { returns: "text", body: "select 'x'::text" },
    { returns: rows, body: `select null::${rows}` },
    { returns: `setof ${rows}`, body: `select null::${rows} where false` },
    { returns: `setof ${rows} rows 1`, body: `select null::${rows}` },
    { returns: "record", body: "select 1 as a, 'x'::text as b" },
    { returns: "setof record", body: "select 1 as a, 'x'::text as b" },
    { returns: `table (${quoted(choose.name)} integer, "of ""it""" ${of})`, body: `select 1, null::${of}` },
    { returns: "setof void", body: "select" },
    { returns: "json", body: `select '{"a":[1]}'::json` },
    { returns: "xml", body: `select '<?xml version="1.0"?><a/>'::xml` },
    { returns: "bytea", body: "select '\\x00ff'::bytea" },
    { returns: "text[]", body: "select array['a', null]" },
    { returns: "refcursor", body: "select 'c'::refcursor" },
  ]);
}

/** The parameters of a function: of a relation's rows, unnamed, several, with defaults, variadic, given back. */
function parameters(objects: Objects, choose: Chooser): string {
  const relation = choose.maybe(objects.relations);
  const of = typeOf(objects, choose);
  const name = quoted(`p ${choose.name}`.slice(0, 20));
  return choose.one([
    "",
    "",
    relation === undefined ? "" : quoted(objects.schema, relation.name),
    relation === undefined ? "" : `r ${quoted(objects.schema, relation.name)}`,
    of,
    `${name} ${of}`,
    `${name} ${of} default null`,
    "json",
    "jsonb default '{}'",
    "text",
    "bytea",
    "xml",
    "value json",
    `first integer, ${name} ${of} default null, third text default 'x'`,
    "integer, text",
    "first integer, text",
    "variadic rest integer[]",
    "variadic rest text[] default '{}'",
    "one text, variadic rest integer[]",
    "variadic integer[]",
    "value anyelement",
    "values anyarray",
    "inout value integer",
    "character, bit",
    "c char(3), b bit(3), v varchar(2), n numeric(4, 1)",
  ]);
}

/** A function. Names are used again now and then, so that there are several of one. */
export function routine(objects: Objects, choose: Chooser): string {
  const name = quoted(objects.schema, choose.once(3) ? "same" : choose.name);
  const { returns, body } = result(objects, choose);
  const volatility = choose.one(["volatile", "stable", "immutable"]);
  const given = parameters(objects, choose);
  const more = choose.one([
    "",
    "",
    "strict",
    "security definer",
    "set statement_timeout = '5s'",
    "cost 1 leakproof",
  ]);
  const declared = given.startsWith("inout") ? "" : `returns ${returns.replace(" rows 1", "")}`;
  const query = given.startsWith("inout") ? "select 1" : body;
  const rows = returns.endsWith(" rows 1") ? "rows 1" : "";
  if (choose.once(6) && !returns.startsWith("table") && declared !== "") {
    return `create function ${name}(${given}) ${declared} language plpgsql ${volatility} as $$ begin return; end $$`;
  }
  return `create function ${name}(${given}) ${declared} language sql ${volatility} ${rows} ${more} as $$ ${query} $$`;
}

/** Routines that cannot be called as functions: procedures, aggregates, triggers and operators' functions. */
export function otherRoutine(objects: Objects, choose: Chooser): string | null {
  const name = quoted(objects.schema, choose.name);
  const table = choose.maybe(objects.relations.filter(({ kind }) => kind === "table"));
  switch (choose.number(4)) {
    case 0:
      return `create procedure ${name}(a integer) language sql as $$ select 1 $$`;
    case 1:
      return `create aggregate ${name}(integer) (sfunc = int4pl, stype = integer)`;
    case 2:
      if (table === undefined) return null;
      return `
        create function ${name}() returns trigger language plpgsql as $$ begin return new; end $$;
        create trigger t before insert on ${quoted(objects.schema, table.name)} for each row execute function ${name}()`;
    default:
      return `create function ${name}() returns event_trigger language plpgsql as $$ begin end $$`;
  }
}

/** A view that takes rows by a trigger or a rule. */
export function writable(objects: Objects, choose: Chooser): string | null {
  const view = choose.maybe(objects.relations.filter(({ kind }) => kind === "view"));
  if (view === undefined) return null;
  const place = quoted(objects.schema, view.name);
  return choose.once(2)
    ? `create rule r as on insert to ${place} do instead nothing`
    : `create function ${quoted(objects.hidden, free(objects, "trigger"))}() returns trigger language plpgsql as $$ begin return new; end $$;
       create trigger w instead of update on ${place} for each row execute function ${quoted(objects.hidden, "trigger")}()`;
}

/** A comment on all functions of a name, if there is only one. */
export function routineComment(objects: Objects, choose: Chooser): string {
  return `comment on function ${quoted(objects.schema, choose.name)} is ${literal(`${choose.name}\nsaid`).text}`;
}
