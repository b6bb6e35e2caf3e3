/** Valid requests, generated from the service's own description. */
import type { Dice } from "./dice.ts";
import type { Shot } from "./send.ts";
import type { Door, Field, Surface } from "./surface.ts";
import { typicalValue, writtenValue } from "./values.ts";

/** Ingredients of requests. */
export interface Material {
  readonly surface: Surface;
  /** Ids of rows that exist. */
  readonly ids: readonly string[];
  readonly vesselIds: readonly string[];
}

/** A request without a caller, with separate query parts, so that each can be spoilt. */
export interface Draft {
  method: string;
  path: string;
  query: (readonly [name: string, value: string])[];
  headers: Record<string, string>;
  body: Buffer | null;
}

const PREFERENCES = [
  ...["count=exact", "count=planned", "count=estimated", "return=minimal", "return=headers-only"],
  ...[
    "return=representation",
    "resolution=merge-duplicates",
    "resolution=ignore-duplicates",
    "missing=default",
  ],
  ...[
    "missing=null",
    "tx=rollback",
    "tx=commit",
    "handling=strict",
    "handling=lenient",
    "timezone=Europe/Helsinki",
  ],
  ...["timezone=Nowhere/Land", "max-affected=1", "max-affected=1000", "params=single-object"],
] as const;

const MEDIA_TYPES = [
  ...[
    "application/json",
    "text/csv",
    "application/vnd.pgrst.object+json",
    "application/geo+json",
    "*/*",
    "text/*",
  ],
  ...[
    "application/vnd.pgrst.array+json;nulls=stripped",
    "application/vnd.pgrst.plan+json",
    "application/gpx+xml",
  ],
  ...[
    "application/openapi+json",
    "text/xml",
    "application/octet-stream",
    "application/json;q=0.1,text/csv;q=0.9",
  ],
] as const;

const OPERATORS: Readonly<Record<string, readonly string[]>> = {
  text: [
    "eq",
    "neq",
    "like",
    "ilike",
    "match",
    "imatch",
    "in",
    "is",
    "isdistinct",
    "fts",
    "plfts",
    "wfts",
    "gt",
  ],
  json: ["is", "eq", "cs", "cd", "fts", "ov"],
  boolean: ["is", "eq", "not.is"],
  array: ["cs", "cd", "ov", "eq"],
  other: ["eq", "neq", "gt", "gte", "lt", "lte", "in", "is", "not.eq", "isdistinct", "eq(any)", "gt(all)"],
};

/** A request that a client might send. */
export function validDraft(dice: Dice, material: Material): Draft {
  const { relations, procedures } = material.surface;
  const kind = dice.below(10);
  if (kind < 5) return read(dice, material, dice.one(relations));
  if (kind < 8) return call(dice, material, dice.one(procedures));
  return write(dice, material, dice.one(relations));
}

/** A draft with its caller. */
export function shotOf(draft: Draft, caller: string, identity: Readonly<Record<string, string>>): Shot {
  const { method, path, query, headers, body } = draft;
  const text = query.map(([name, value]) => (value === "" ? name : `${name}=${value}`)).join("&");
  const target = text === "" ? path : `${path}?${text}`;
  return { caller, method, target, headers: { ...headers, ...identity }, body };
}

function read(dice: Dice, material: Material, door: Door): Draft {
  const query: [string, string][] = [];
  if (dice.chance(0.6)) query.push(["select", selection(dice, material.surface, door, 2)]);
  for (const field of dice.chance(0.5) ? dice.some(door.fields, 2) : []) {
    query.push([encodeURIComponent(pathOf(dice, field)), filter(dice, material, field)]);
  }
  if (dice.chance(0.2))
    query.push([dice.one(["or", "and", "not.or", "not.and"]), tree(dice, material, door, 2)]);
  if (dice.chance(0.4)) query.push(["order", order(dice, door)]);
  if (dice.chance(0.5)) query.push(["limit", dice.one(["0", "1", "5", "100", "100000"])]);
  if (dice.chance(0.3)) query.push(["offset", dice.one(["0", "1", "7", "1000000", "9223372036854775807"])]);
  const headers: Record<string, string> = { ...prefer(dice), ...accept(dice) };
  if (dice.chance(0.1)) headers.Range = dice.one(["0-4", "3-", "0-0", "10-2", "-5", "1000000-"]);
  if (dice.chance(0.1)) headers["Accept-Encoding"] = dice.one(["gzip", "br", "gzip;q=0, br", "*"]);
  return {
    method: dice.one(["GET", "GET", "GET", "HEAD"]),
    path: `/${door.name}`,
    query,
    headers,
    body: null,
  };
}

function call(dice: Dice, material: Material, door: Door): Draft {
  const given = door.fields.filter(() => dice.chance(0.95));
  const path = `/rpc/${door.name}`;
  const headers: Record<string, string> = { ...prefer(dice), ...accept(dice) };
  const extra: [string, string][] = dice.chance(0.15) ? [["select", "*"]] : [];
  if (dice.chance(0.35)) {
    const query = given.map((field): [string, string] => [
      field.name,
      encodeURIComponent(writtenValue(dice, field, material)),
    ]);
    return { method: dice.one(["GET", "HEAD"]), path, query: [...query, ...extra], headers, body: null };
  }
  const values = Object.fromEntries(given.map((field) => [field.name, typicalValue(dice, field, material)]));
  headers["Content-Type"] = "application/json";
  return { method: "POST", path, query: extra, headers, body: Buffer.from(JSON.stringify(values)) };
}

function write(dice: Dice, material: Material, door: Door): Draft {
  const method = dice.one(["POST", "POST", "PATCH", "DELETE", "PUT"]);
  const headers: Record<string, string> = { ...prefer(dice), ...accept(dice) };
  const query: [string, string][] = [];
  if (method !== "POST" || dice.chance(0.1)) {
    for (const field of dice.some(door.fields, 2)) query.push([field.name, filter(dice, material, field)]);
  }
  if (method === "POST" && dice.chance(0.1)) query.push(["on_conflict", dice.one(door.fields).name]);
  if (dice.chance(0.08))
    query.push([
      "columns",
      dice
        .some(door.fields, 4)
        .map(({ name }) => name)
        .join(","),
    ]);
  if (dice.chance(0.3)) query.push(["select", selection(dice, material.surface, door, 1)]);
  if (method === "DELETE") return { method, path: `/${door.name}`, query, headers, body: null };
  const row = (): object =>
    Object.fromEntries(
      dice.some(door.fields, 6).map((field) => [field.name, typicalValue(dice, field, material)]),
    );
  const rows = dice.chance(0.5) ? row() : Array.from({ length: dice.below(5) }, row);
  const [type, body] = written(dice, rows);
  headers["Content-Type"] = type;
  return { method, path: `/${door.name}`, query, headers, body };
}

function written(dice: Dice, rows: object): readonly [type: string, body: Buffer] {
  const kind = dice.below(10);
  const first: object = Array.isArray(rows) ? (rows[0] ?? {}) : rows;
  if (kind === 0) {
    const cells = Object.values(first).map((value) => `"${String(value).replaceAll('"', '""')}"`);
    return ["text/csv", Buffer.from(`${Object.keys(first).join(",")}\n${cells.join(",")}\n`)];
  }
  if (kind === 1) {
    const pairs = Object.entries(first).map(([name, value]): [string, string] => [name, String(value)]);
    return ["application/x-www-form-urlencoded", Buffer.from(String(new URLSearchParams(pairs)))];
  }
  return ["application/json", Buffer.from(JSON.stringify(rows))];
}

function prefer(dice: Dice): Record<string, string> {
  return dice.chance(0.6) ? { Prefer: dice.some(PREFERENCES, 3).join(", ") } : {};
}

function accept(dice: Dice): Record<string, string> {
  return dice.chance(0.15) ? { Accept: dice.one(MEDIA_TYPES) } : {};
}

/** A select list: columns, casts, JSON paths, aggregates and, some levels deep, other relations. */
function selection(dice: Dice, surface: Surface, door: Door, depth: number): string {
  const items = dice.some(door.fields, 5).map((field) => {
    const kind = dice.below(40);
    if (kind === 0)
      return `${field.name}::${dice.one(["text", "int", "json", "float8", "timestamptz", "interval"])}`;
    if (kind === 1) return `${field.name}.${dice.one(["sum()", "count()", "avg()", "max()", "min()"])}`;
    if (kind === 2) return `other:${field.name}`;
    if (kind === 3) return encodeURIComponent(pathOf(dice, field));
    return kind === 4 ? "*" : field.name;
  });
  if (dice.chance(0.02)) items.push("count()");
  if (depth > 0 && dice.chance(0.12)) {
    const other = dice.one(surface.relations);
    const hint = dice.one(["", "", "!inner", "!left", `!${dice.one(door.fields).name}`]);
    const inner = dice.chance(0.1) ? "" : selection(dice, surface, other, depth - 1);
    items.push(`${dice.one(["", "", "...", "mine:"])}${other.name}${hint}(${inner})`);
  }
  return items.join(",");
}

function pathOf(dice: Dice, { name, type }: Field): string {
  if (!type.startsWith("json") || dice.chance(0.3)) return name;
  const steps = dice.some(["->a", "->0", "->>tags", "->metrics", "->-1", "->>b", "->features->0"], 3);
  return name + steps.join("");
}

function filter(dice: Dice, material: Material, field: Field): string {
  const kind = field.type.endsWith("[]")
    ? "array"
    : field.type.startsWith("json")
      ? "json"
      : ["text", "string", "character varying"].includes(field.type)
        ? "text"
        : field.type;
  const operators = OPERATORS[kind] ?? OPERATORS.other ?? [];
  const operator = dice.one(operators);
  const one = (): string => encodeURIComponent(writtenValue(dice, field, material));
  if (operator === "in") return `in.(${[one(), one(), one()].join(",")})`;
  if (operator.endsWith("is"))
    return `${operator}.${dice.one(["null", "not_null", "true", "false", "unknown"])}`;
  if (operator.includes("(")) return `${operator}.{${one()},${one()}}`;
  if (operator.includes("like")) return `${operator}.*${one()}*`;
  return `${dice.chance(0.1) ? "not." : ""}${operator}.${one()}`;
}

function tree(dice: Dice, material: Material, door: Door, depth: number): string {
  const leaf = (): string => {
    const field = dice.one(door.fields);
    if (depth > 0 && dice.chance(0.3))
      return `${dice.one(["or", "and", "not.and"])}${tree(dice, material, door, depth - 1)}`;
    return `${field.name}.${filter(dice, material, field)}`;
  };
  return `(${Array.from({ length: 1 + dice.below(3) }, leaf).join(",")})`;
}

function order(dice: Dice, door: Door): string {
  return dice
    .some(door.fields, 3)
    .map(
      (field) =>
        `${encodeURIComponent(pathOf(dice, field))}${dice.one(["", ".asc", ".desc", ".desc.nullslast"])}`,
    )
    .join(",");
}
