/** Random schemas with rows, and the relationships between them as a plain program follows them. */

/** A source of random numbers that a seed determines. */
export interface Random {
  /** A whole number below `end`. */
  below(end: number): number;
  chance(probability: number): boolean;
  of<T>(list: readonly T[]): T;
}

/** @see https://en.wikipedia.org/wiki/Linear_congruential_generator */
export function randomOf(seed: number): Random {
  let state = BigInt(seed) & 0xffffffffffffffffn;
  const next = (): number => {
    state = (state * 6364136223846793005n + 1442695040888963407n) & 0xffffffffffffffffn;
    return Number(state >> 33n) / 2 ** 31;
  };
  const below = (end: number): number => Math.floor(next() * end);
  return {
    below,
    chance: (probability) => next() < probability,
    of(list) {
      const found = list[below(list.length)];
      if (found === undefined) throw new Error("the list is empty");
      return found;
    },
  };
}

export interface Row {
  readonly id: number;
  readonly a: string | null;
  readonly n: number | null;
  readonly b: { readonly x: number | string | null } | null;
  /** Foreign keys by column. */
  readonly keys: Readonly<Record<string, number | null>>;
}

/** A relationship in one direction. */
export interface Way {
  readonly from: string;
  readonly to: string;
  /** How a request names it: relation, and the hint behind it. */
  readonly name: string;
  readonly hint: string;
  readonly toOne: boolean;
  /** The rows that belong to a row, sorted by id. */
  follow(row: Row): readonly Row[];
}

export interface RandomSchema {
  readonly name: string;
  readonly sql: string;
  readonly tables: readonly string[];
  readonly rows: ReadonlyMap<string, readonly Row[]>;
  readonly ways: readonly Way[];
}

type Kind = "many-to-one" | "one-to-one" | "junction" | "computed" | "computed to one";
const KINDS: readonly Kind[] = [
  "many-to-one",
  "many-to-one",
  "one-to-one",
  "junction",
  "computed",
  "computed to one",
];

/** Every kind of relationship occurs. */
export function randomSchema(name: string, random: Random): RandomSchema {
  const tables = Array.from({ length: 3 + random.below(2) }, (_, i) => `t${i}`);
  const links = Array.from({ length: 7 + random.below(4) }, (_, i) => {
    const kind = KINDS[i] ?? random.of(KINDS);
    const from = random.of(tables);
    const isSelf = kind === "many-to-one" && random.chance(0.2);
    const to = isSelf ? from : random.of(tables.filter((one) => one !== from));
    return { kind, from, to, at: i };
  });
  const counts = new Map(tables.map((table) => [table, random.below(7)]));
  const rows = new Map(
    tables.map((table) => [
      table,
      Array.from({ length: counts.get(table) ?? 0 }, (_, i): Row => {
        const keys = links.flatMap(({ kind, from, to, at }): [string, number | null][] => {
          if (from !== table || (kind !== "many-to-one" && kind !== "one-to-one")) return [];
          const most = counts.get(to) ?? 0;
          if (kind === "one-to-one") return [[`f${at}`, i < most && random.chance(0.8) ? i + 1 : null]];
          return [[`f${at}`, most > 0 && random.chance(0.85) ? 1 + random.below(most) : null]];
        });
        return {
          id: i + 1,
          a: random.chance(0.2) ? null : random.of(["x", "y", "ä,b", '"q"', "{1}"]),
          n: random.chance(0.2) ? null : random.below(3),
          b: random.chance(0.3) ? null : { x: random.of([1, "t", null]) },
          keys: Object.fromEntries(keys),
        };
      }),
    ]),
  );
  const all = (table: string): readonly Row[] => rows.get(table) ?? [];
  const junctions = new Map(
    links
      .filter(({ kind }) => kind === "junction")
      .map(({ from, to, at }) => {
        const pairs = all(from).flatMap(({ id: left }) =>
          all(to).flatMap(({ id: right }) => (random.chance(0.4) ? [[left, right] as const] : [])),
        );
        return [at, pairs];
      }),
  );
  const ways = links.flatMap(({ kind, from, to, at }): Way[] => {
    const hint = `!f${at}`;
    const isSelf = from === to;
    const referring = (row: Row): readonly Row[] => all(to).filter(({ id }) => id === row.keys[`f${at}`]);
    const referred = (row: Row): readonly Row[] => all(from).filter(({ keys }) => keys[`f${at}`] === row.id);
    switch (kind) {
      case "many-to-one":
      case "one-to-one":
        return [
          {
            from,
            to,
            name: isSelf ? `f${at}` : to,
            hint: isSelf ? "" : hint,
            toOne: true,
            follow: referring,
          },
          // The referenced column names the direction of a table's relationship with itself.
          ...(isSelf
            ? []
            : [{ from: to, to: from, name: from, hint, toOne: kind === "one-to-one", follow: referred }]),
        ];
      case "junction": {
        const pairs = junctions.get(at) ?? [];
        const right = (row: Row) =>
          all(to).filter(({ id }) => pairs.some(([l, r]) => l === row.id && r === id));
        const left = (row: Row) =>
          all(from).filter(({ id }) => pairs.some(([l, r]) => r === row.id && l === id));
        return [
          { from, to, name: to, hint: `!j${at}`, toOne: false, follow: right },
          { from: to, to: from, name: from, hint: `!j${at}`, toOne: false, follow: left },
        ];
      }
      default: {
        const alike = (row: Row) => all(to).filter(({ n }) => n !== null && n === row.n);
        const toOne = kind === "computed to one";
        return [
          {
            from,
            to,
            name: `c${at}`,
            hint: "",
            toOne,
            follow: toOne ? (row) => alike(row).slice(0, 1) : alike,
          },
        ];
      }
    }
  });
  const text = (value: string | null): string =>
    value === null ? "null" : `'${value.replaceAll("'", "''")}'`;
  const sql = [
    `create schema ${name}; set search_path = ${name};`,
    `grant usage on schema ${name} to fixture_anonymous;`,
    ...tables.map((table) => `create table ${table} (id int primary key, a text, n int, b jsonb);`),
    ...links.map(({ kind, from, to, at }) => {
      switch (kind) {
        case "many-to-one":
          return `alter table ${from} add f${at} int references ${to};`;
        case "one-to-one":
          return `alter table ${from} add f${at} int unique references ${to};`;
        case "junction":
          return `create table j${at} (l int references ${from}, r int references ${to}, primary key (l, r));`;
        default:
          return `create function c${at}(${from}) returns setof ${to} ${kind === "computed" ? "" : "rows 1"} language sql stable as
            $$ select * from ${name}.${to} x where x.n = $1.n order by x.id ${kind === "computed" ? "" : "limit 1"} $$;`;
      }
    }),
    ...tables.flatMap((table) =>
      all(table).map(
        ({ id, a, n, b }) =>
          `insert into ${table} (id, a, n, b) values (${id}, ${text(a)}, ${n}, ${text(b === null ? null : JSON.stringify(b))});`,
      ),
    ),
    ...tables.flatMap((table) =>
      all(table).flatMap(({ id, keys }) =>
        Object.entries(keys).map(
          ([column, key]) => `update ${table} set ${column} = ${key} where id = ${id};`,
        ),
      ),
    ),
    ...[...junctions].flatMap(([at, pairs]) =>
      pairs.map(([l, r]) => `insert into j${at} values (${l}, ${r});`),
    ),
    `grant select on all tables in schema ${name} to fixture_anonymous;`,
  ].join("\n");
  return { name, sql, tables, rows, ways };
}
