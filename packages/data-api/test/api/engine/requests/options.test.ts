/** Responses to OPTIONS. */
import { describe, expect, it } from "vitest";
import { observatoryForTests } from "../observatory.ts";

/** Views of which only some writes are possible: by themselves, and by triggers in their place. */
const EXTRA = `
set search_path = observatory, tools;
create function tools.instead() returns trigger language plpgsql as $$ begin return null; end $$;
create view plain_view as select id, name from sites;
create view keyless_view as select name from sites;
create view computed_view as select id + 0 as id, name || '' as name from sites;
create view inserted_view as select distinct id, name from sites;
create view updated_view as select distinct id, name from sites;
create view deleted_view as select distinct id, name from sites;
create view put_view as select distinct id, name from sites;
create trigger instead instead of insert on inserted_view for each row execute function tools.instead();
create trigger instead instead of update on updated_view for each row execute function tools.instead();
create trigger instead instead of delete on deleted_view for each row execute function tools.instead();
create trigger instead instead of insert or update on put_view for each row execute function tools.instead();
create extension file_fdw;
create server files foreign data wrapper file_fdw;
create foreign table elsewhere (id integer) server files options (program 'true');
create function tools.refuse() returns void language plpgsql as $$ begin raise sqlstate 'PT418'; end $$;
`;

const o = observatoryForTests({ extra: EXTRA, config: { preRequest: "tools.refuse" } });

describe("OPTIONS of a relation", () => {
  it.each([
    ["a table", "sites", "OPTIONS,GET,HEAD,POST,PUT,PATCH,DELETE"],
    ["a table that the caller may not see", "secrets", "OPTIONS,GET,HEAD,POST,PUT,PATCH,DELETE"],
    ["a table without a key", "weather_log", "OPTIONS,GET,HEAD,POST,PATCH,DELETE"],
    ["a partitioned table", "measurements", "OPTIONS,GET,HEAD,POST,PUT,PATCH,DELETE"],
    ["a foreign table that cannot be written", "elsewhere", "OPTIONS,GET,HEAD"],
    ["a materialized view", "telescope_totals", "OPTIONS,GET,HEAD"],
    ["a simple view", "plain_view", "OPTIONS,GET,HEAD,POST,PUT,PATCH,DELETE"],
    ["a simple view without the key", "keyless_view", "OPTIONS,GET,HEAD,POST,PATCH,DELETE"],
    ["a view of expressions", "computed_view", "OPTIONS,GET,HEAD,DELETE"],
    ["a view with a join", "nights_overview", "OPTIONS,GET,HEAD"],
    ["a view with a trigger for inserts", "inserted_view", "OPTIONS,GET,HEAD,POST"],
    ["a view with a trigger for updates", "updated_view", "OPTIONS,GET,HEAD,PATCH"],
    ["a view with a trigger for deletes", "deleted_view", "OPTIONS,GET,HEAD,DELETE"],
    ["a view with triggers for inserts and updates", "put_view", "OPTIONS,GET,HEAD,POST,PUT,PATCH"],
  ])("tells the methods that it takes: %s", async (_kind, name, allow) => {
    const { status, headers, body } = await o.ask("OPTIONS", `/${name}`);
    expect([status, headers, body]).toEqual([200, { allow, "access-control-allow-origin": "*" }, null]);
  });
});

describe("OPTIONS of a function", () => {
  it.each([
    ["immutable", "answer", "OPTIONS,GET,HEAD,POST"],
    ["stable", "whoami", "OPTIONS,GET,HEAD,POST"],
    ["volatile", "touch", "OPTIONS,POST"],
    ["volatile, with parameters", "add_star", "OPTIONS,POST"],
  ])("tells its methods by its volatility: %s", async (_volatility, name, allow) => {
    const { status, headers } = await o.ask("OPTIONS", `/rpc/${name}`);
    expect([status, headers]).toEqual([200, { allow, "access-control-allow-origin": "*" }]);
  });
});

describe("OPTIONS", () => {
  it("of the root tells that it can be read", async () => {
    const { status, headers } = await o.ask("OPTIONS", "/");
    expect([status, headers]).toEqual([
      200,
      { allow: "OPTIONS,GET,HEAD", "access-control-allow-origin": "*" },
    ]);
  });

  it.each(["/nowhere", "/rpc/nowhere", "/measurements_2023"])(
    "of what is not there is 404: %s",
    async (path) => {
      expect((await o.ask("OPTIONS", path)).status).toBe(404);
    },
  );

  it("runs no transaction: what refuses every request is not asked", async () => {
    expect((await o.get("/sites")).status).toBe(418);
    expect((await o.ask("OPTIONS", "/sites")).status).toBe(200);
  });
});
