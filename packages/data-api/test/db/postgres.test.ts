import { describe, expect, test } from "vitest";
import { DatabaseError, type Tx } from "../../src/db/database.ts";
import { connectPostgres } from "../../src/db/postgres.ts";
import { join, raw, sql } from "../../src/db/sql.ts";
import { singleConnection, value } from "./single-connection.ts";

const on = singleConnection("nothing_much");

describe("values", () => {
  test("parses what JavaScript can hold, and leaves the rest as text", async () => {
    const [row] = await on.db.transaction((tx) =>
      tx.query(sql`
        select 1::int2 as small, 2 as whole, 1.5::float8 as real, true as yes, null::int as nothing,
          '{"a":[1]}'::jsonb as object, '9007199254740993'::int8 as big, 1.50::numeric as exact,
          '2026-05-01T12:00:00.123456+02'::timestamptz as instant, interval '1 day 2 hours' as span`),
    );
    expect(row).toEqual({
      small: 1,
      whole: 2,
      real: 1.5,
      yes: true,
      nothing: null,
      object: { a: [1] },
      big: "9007199254740993",
      exact: "1.50",
      instant: "2026-05-01 10:00:00.123456+00",
      span: "1 day 02:00:00",
    });
  });

  test("parses arrays with quotes, nulls and nesting", async () => {
    const [row] = await on.db.transaction((tx) =>
      tx.query(sql`
        select array['a', 'b"c\\', null, 'NULL', 'x,y', '', '{}'] as texts, array[[1,2],[3,4]] as grid, '{}'::int[] as none,
          array[true, false] as flags`),
    );
    expect(row).toEqual({
      texts: ["a", 'b"c\\', null, "NULL", "x,y", "", "{}"],
      grid: [
        [1, 2],
        [3, 4],
      ],
      none: [],
      flags: [true, false],
    });
  });

  test("binds every kind of value", async () => {
    const result = await on.db.transaction((tx) =>
      tx.run(sql`select ${"text"}::text, ${1.5}::float8, ${12n}::int8, ${true}::bool, ${null}::text,
        ${new Date(0)}::timestamptz, ${new Uint8Array([1, 255])}::bytea`),
    );
    expect(result.rows).toEqual([["text", "1.5", "12", "t", null, "1970-01-01 00:00:00+00", "\\x01ff"]]);
  });
});

describe("pipeline", () => {
  test("is one transaction: a setting reaches the next statement and ends with the batch", async () => {
    const batch = [
      { statement: sql`select set_config('test.who', ${"anna"}, true)`, scope: "preamble" },
      { statement: sql`select current_setting('test.who')`, scope: "main" },
    ];
    for (let i = 0; i < 3; i++) {
      const results = await on.single.pipeline(batch);
      expect(results.map((result) => result.rows)).toEqual([[["anna"]], [["anna"]]]);
    }
    expect(await value(on.single, sql`select current_setting('test.who', true)`)).toBe("");
  });

  test("counts what statements affected and names columns, prepared or not", async () => {
    for (let i = 0; i < 2; i++) {
      const [inserted, read, command] = await on.db.pipeline([
        {
          statement: sql`insert into boats values (${i * 2}::int, 'a'), (${i * 2 + 1}::int, 'b')`,
          scope: "ins",
        },
        { statement: sql`select id, name from boats where id = ${-1}::int`, scope: "read" },
        { statement: sql`set local work_mem = '1MB'` },
      ]);
      expect(inserted).toMatchObject({ columns: [], rows: [], affected: 2 });
      expect(read).toMatchObject({ columns: ["id", "name"], rows: [], affected: 0 });
      expect(command?.affected).toBe(0);
    }
  });

  test("a failing statement undoes those before it, and carries what PostgreSQL said", async () => {
    const failing = on.db.pipeline([
      { statement: sql`insert into boats values (100, 'undone')` },
      { statement: sql`insert into boats values (100, 'twice')` },
    ]);
    await expect(failing).rejects.toMatchObject({
      name: "DatabaseError",
      sqlstate: "23505",
      table: "boats",
      constraint: "boats_pkey",
      detail: "Key (id)=(100) already exists.",
    });
    expect(await value(on.db, sql`select count(*) from boats where id = 100`)).toBe("0");
  });

  test("an error rejects only its own batch among many on one connection", async () => {
    const patient = connectPostgres({ url: on.database.url, max: 1 });
    const outcomes = await Promise.allSettled(
      Array.from({ length: 30 }, (_, i) =>
        value(patient, sql`select 100 / (${i}::int % 3)`, i % 2 === 0 ? "division" : undefined),
      ),
    );
    await patient.close();
    outcomes.forEach((outcome, i) => {
      if (i % 3 === 0) expect(outcome).toMatchObject({ status: "rejected", reason: { sqlstate: "22012" } });
      else expect(outcome).toEqual({ status: "fulfilled", value: String(Math.trunc(100 / (i % 3))) });
    });
  });

  test("refuses what the protocol cannot carry, and the connection stays usable", async () => {
    const tooMany = join(Array.from({ length: 65_536 }, () => sql`(${1})`));
    await expect(value(on.single, sql`values ${tooMany}`)).rejects.toMatchObject({ sqlstate: "54000" });
    await expect(value(on.single, raw("select 1\0"))).rejects.toMatchObject({ sqlstate: "22021" });
    await expect(value(on.single, sql`select ${"a\0b"}::text`)).rejects.toMatchObject({ sqlstate: "22021" });
    expect(await value(on.single, sql`select 7`)).toBe("7");
  });
});

describe("prepared statements", () => {
  const preparedCount = async (): Promise<number> =>
    Number(await value(on.single, sql`select count(*) from pg_prepared_statements`));

  test("are made once per name, and closed when there are too many", async () => {
    for (let i = 0; i < 260; i++) {
      expect(await value(on.single, sql`select ${"v"}::text || ${raw(String(i))}`, `many ${i}`)).toBe(
        `v${i}`,
      );
    }
    expect(await preparedCount()).toBe(200);
    const before = await preparedCount();
    for (let i = 0; i < 10; i++) await value(on.single, sql`select ${"v"}::text || 259`, "many 259");
    expect(await preparedCount()).toBe(before);
  });

  test("of one name may change their text", async () => {
    expect(await value(on.single, sql`select 'one'`, "changing")).toBe("one");
    expect(await value(on.single, sql`select 'two', 3`, "changing")).toBe("two");
    expect(await value(on.single, sql`select 'one'`, "changing")).toBe("one");
  });

  test("that fail do not pile up, and work once they can", async () => {
    const query = sql`select count(*) from not_yet_there`;
    await expect(value(on.single, query, "early")).rejects.toMatchObject({ sqlstate: "42P01" });
    await expect(value(on.single, sql`select 1 / ${0}::int`, "zero")).rejects.toMatchObject({
      sqlstate: "22012",
    });
    const before = await preparedCount();
    for (let i = 0; i < 20; i++) {
      await value(on.single, query, "early").catch(() => {});
      await value(on.single, sql`select 1 / ${0}::int`, "zero").catch(() => {});
    }
    expect(await preparedCount()).toBe(before);
    await on.db.transaction((tx) => tx.run(sql`create table not_yet_there ()`));
    expect(await value(on.single, query, "early")).toBe("0");
  });

  test("survive a change of their table: the batch is tried again with new plans", async () => {
    await on.db.transaction((tx) =>
      tx.script("create table changing (a int); insert into changing values (1)"),
    );
    const read = async () =>
      (await on.single.pipeline([{ statement: sql`select * from changing`, scope: "star" }]))[0];
    expect(await read()).toMatchObject({ columns: ["a"], rows: [["1"]] });
    await on.db.transaction((tx) => tx.run(sql`alter table changing add b text default 'x'`));
    expect(await read()).toMatchObject({ columns: ["a", "b"], rows: [["1", "x"]] });
    await on.single.pipeline([{ statement: sql`deallocate all` }]);
    expect(await read()).toMatchObject({ columns: ["a", "b"], rows: [["1", "x"]] });
  });
});

describe("transaction", () => {
  test("commits what it returns from and undoes what it throws from", async () => {
    const kept = await on.db.transaction(async (tx) => {
      await tx.run(sql`insert into boats values (200, 'kept')`);
      return "value";
    });
    expect(kept).toBe("value");
    const thrown = on.db.transaction(async (tx) => {
      await tx.run(sql`insert into boats values (201, 'lost')`);
      throw new Error("changed my mind");
    });
    await expect(thrown).rejects.toThrow("changed my mind");
    expect(await value(on.db, sql`select string_agg(id::text, ',') from boats where id in (200, 201)`)).toBe(
      "200",
    );
  });

  test("does not pass off a failed transaction as committed", async () => {
    const swallowing = on.db.transaction(async (tx) => {
      await tx.run(sql`insert into boats values (210, 'lost')`);
      await tx.run(sql`select 1 / 0`).catch(() => {});
    });
    await expect(swallowing).rejects.toMatchObject({ sqlstate: "22012" });
  });

  test("a failure that a savepoint caught does not stop the commit", async () => {
    await on.db.transaction(async (tx) => {
      await tx.run(sql`savepoint here`);
      await expect(tx.run(sql`select 1 / 0`)).rejects.toThrow(DatabaseError);
      await tx.run(sql`rollback to savepoint here`);
      await tx.run(sql`insert into boats values (220, 'kept')`);
    });
    expect(await value(on.db, sql`select name from boats where id = 220`)).toBe("kept");
  });

  test("reports a constraint that only the commit checks", async () => {
    await on.db.transaction((tx) =>
      tx.script("create table crew (boat int references boats deferrable initially deferred)"),
    );
    const late = on.db.transaction((tx) => tx.run(sql`insert into crew values (-5)`));
    await expect(late).rejects.toMatchObject({ sqlstate: "23503" });
    expect(await value(on.db, sql`select count(*) from crew`)).toBe("0");
  });

  test("runs as the role asked for, which ends with it", async () => {
    const who = (tx: Tx) => tx.query(sql`select current_user::text as who`);
    expect(await on.single.transaction(who, { role: "nothing_much" })).toEqual([{ who: "nothing_much" }]);
    expect(await on.single.transaction(who)).not.toEqual([{ who: "nothing_much" }]);
    const forbidden = on.single.transaction((tx) => tx.run(sql`select * from boats`), {
      role: "nothing_much",
    });
    await expect(forbidden).rejects.toMatchObject({ sqlstate: "42501" });
  });

  test("keeps to its mode", async () => {
    const writing = on.db.transaction((tx) => tx.run(sql`insert into boats values (230, 'no')`), {
      readOnly: true,
    });
    await expect(writing).rejects.toMatchObject({ sqlstate: "25006" });
    const isolation = await on.db.transaction((tx) => tx.run(sql`show transaction_isolation`), {
      isolation: "serializable",
    });
    expect(isolation.rows).toEqual([["serializable"]]);
  });

  test("answers several statements asked at once, in order", async () => {
    const answers = await on.db.transaction((tx) =>
      Promise.all([1, 2, 3, 4].map((n) => tx.run(sql`select ${n}::int`))),
    );
    expect(answers.map((answer) => answer.rows[0]?.[0])).toEqual(["1", "2", "3", "4"]);
  });

  test("cannot be used after its end", async () => {
    const kept: Tx[] = [];
    await on.db.transaction(async (tx) => {
      kept.push(tx);
      await tx.run(sql`select 1`);
    });
    await expect(kept[0]?.run(sql`select 1`)).rejects.toThrow("has ended");
  });
});
