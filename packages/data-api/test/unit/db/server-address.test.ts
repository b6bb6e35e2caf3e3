/** Where a server is, as URLs, `keyword=value` pairs and PostgreSQL's variables say it. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { databaseUrl } from "../../../src/command/database-url.ts";
import { connectionUrl } from "../../../src/db/connection-settings.ts";
import { type ServerAddress, serverAddress } from "../../../src/db/wire/server-address.ts";

const folder = mkdtempSync(join(tmpdir(), "wakelog-address-"));
const [CA, CERTIFICATE, KEY] = ["ca", "certificate", "key"].map((name) => {
  const file = join(folder, name);
  writeFileSync(file, `the ${name}`);
  return file;
});
afterAll(() => rmSync(folder, { recursive: true }));

beforeEach(() => {
  for (const name of Object.keys(process.env)) if (name.startsWith("PG")) vi.stubEnv(name, undefined);
  vi.stubEnv("USER", "sailor");
  vi.stubEnv("USERNAME", "sailor");
});
afterEach(() => vi.unstubAllEnvs());

/** `user:password@host:port/database`, as far as they are known. */
function shown({ at, user, password, parameters }: ServerAddress): string {
  const login = password === null ? user : `${user}:${password}`;
  return `${login}@${"path" in at ? at.path : `${at.host}:${at.port}`}/${parameters.database}`;
}

/** The address for `keyword=value` pairs, by the equivalent URL. */
function ofPairs(pairs: string): ServerAddress {
  return serverAddress({ url: databaseUrl(pairs) ?? "" });
}

describe("an address", () => {
  it.each([
    ["postgresql://u:p@h:5433/d", "u:p@h:5433/d"],
    ["postgres://u@h/d", "u@h:5432/d"],
    ["postgresql://h/d", "sailor@h:5432/d"],
    ["postgresql://u@h", "u@h:5432/u"],
    ["postgresql://u@h/", "u@h:5432/u"],
    ["postgresql://", "sailor@localhost:5432/sailor"],
    ["postgresql:///d", "sailor@localhost:5432/d"],
    ["postgresql://:p@h/d", "sailor:p@h:5432/d"],
    ["postgresql://u:@h/d", "u@h:5432/d"],
    ["postgresql://u%40x:p%2Fq%25%20@h/a%20b", "u@x:p/q% @h:5432/a b"],
    ["postgresql://%C3%A9:%C3%BC@h/%C3%A5", "é:ü@h:5432/å"],
    ["postgresql://u:p@[::1]:6000/d", "u:p@::1:6000/d"],
    ["postgresql://u@[fe80::1]/d", "u@fe80::1:5432/d"],
    ["postgresql://u@127.0.0.1:1/d", "u@127.0.0.1:1/d"],
    ["postgresql://u@%2Frun%2Fpg/d", "u@/run/pg/.s.PGSQL.5432/d"],
    ["postgresql://u@%2Frun%2Fpg:5433/d", "u@/run/pg/.s.PGSQL.5433/d"],
    ["postgresql:///d?host=/run/pg&port=5433&user=u&password=p%26w", "u:p&w@/run/pg/.s.PGSQL.5433/d"],
    ["postgresql://u:p@h:1/d?host=other&port=2", "u:p@other:2/d"],
    ["postgresql://u@h/d?port=none", "u@h:5432/d"],
  ])("%s is %s", (url, expected) => {
    expect(shown(serverAddress({ url }))).toBe(expected);
  });

  it.each([
    ["host=h", "sailor@h:5432/sailor"],
    ["host = h  user=u dbname = d", "u@h:5432/d"],
    [
      "host=/run/pg port=5433 user='a b' password='it\\'s \\\\' dbname='x y'",
      "a b:it's \\@/run/pg/.s.PGSQL.5433/x y",
    ],
    ["host=::1 user=a@b password=p:w%25 dbname=d", "a@b:p:w%25@::1:5432/d"],
    ["password=''", "sailor@localhost:5432/sailor"],
    ["postgresql://h?dbname=d", "sailor@h:5432/d"],
  ])("%s is %s", (pairs, expected) => {
    expect(shown(ofPairs(pairs))).toBe(expected);
  });

  it("is refused if no URL can be read in it", () => {
    for (const url of ["", "h/d", "/run/pg d", "postgresql://h:1,i:2/d", "postgresql://h:port/d"]) {
      expect(() => serverAddress({ url })).toThrow();
    }
    expect(databaseUrl("host='h")).toBeNull();
  });

  it("holds any login, database and socket that are put into it", () => {
    const name = fc.string({ minLength: 1, unit: "grapheme" }).filter((one) => !one.includes("\0"));
    fc.assert(
      fc.property(name, name, name, name, (user, password, database, place) => {
        const socket = `/run/${place.replaceAll("/", "-")}`;
        const parts = { user, password, database };
        const quoted = (text: string) => `'${text.replace(/[\\']/g, "\\$&")}'`;
        const pairs = `host=${quoted(socket)} user=${quoted(user)} password=${quoted(password)}`;
        for (const address of [
          serverAddress({ host: socket, ...parts }),
          serverAddress({ url: connectionUrl("postgresql://x:y@h/z", { user, password }), database: "z" }),
          ofPairs(pairs),
        ]) {
          expect([address.user, address.password]).toEqual([user, password]);
        }
        expect(ofPairs(pairs).at).toEqual({ path: `${socket}/.s.PGSQL.5432` });
        expect(serverAddress({ host: socket, ...parts }).parameters.database).toBe(database);
      }),
    );
  });
});

describe("PostgreSQL's variables", () => {
  const all = { PGHOST: "eh", PGPORT: "7", PGUSER: "eu", PGPASSWORD: "ep", PGDATABASE: "ed" };

  it.each([
    [all, "postgresql://", "eu:ep@eh:7/ed"],
    [all, "postgresql:///d", "eu:ep@eh:7/d"],
    [all, "postgresql://u@h", "u:ep@h:7/ed"],
    [all, "postgresql://u:p@h:5433/d", "u:p@h:5433/d"],
    [all, "postgresql:///?host=/run/pg", "eu:ep@/run/pg/.s.PGSQL.7/ed"],
    [{ PGUSER: "eu" }, "postgresql://h", "eu@h:5432/eu"],
    [{ PGHOST: "/run/e" }, "postgresql://u@/d", "u@/run/e/.s.PGSQL.5432/d"],
    [
      { PGHOST: "", PGPORT: "", PGUSER: "", PGPASSWORD: "", PGDATABASE: "" },
      "postgresql://",
      "sailor@localhost:5432/sailor",
    ],
    [{ PGPORT: "none" }, "postgresql://u@h/d", "u@h:5432/d"],
  ])("%j and %s are %s", (variables, url, expected) => {
    for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value);
    // A URL without a host cannot have a login before it.
    expect(shown(serverAddress({ url: url.replace("u@/d", "/d?user=u") }))).toBe(expected);
  });

  it("count for an address in parts too", () => {
    for (const [name, value] of Object.entries(all)) vi.stubEnv(name, value);
    expect(shown(serverAddress({}))).toBe("eu:ep@eh:7/ed");
    expect(shown(serverAddress({ host: "h", port: 1, user: "u", password: "p", database: "d" }))).toBe(
      "u:p@h:1/d",
    );
  });

  it("do not replace the session's settings, and count where there are none", () => {
    vi.stubEnv("PGAPPNAME", "theirs");
    vi.stubEnv("PGOPTIONS", "-c geqo=off");
    const ours = serverAddress({ url: "postgresql://h/d", settings: { search_path: "a b" } }).parameters;
    expect(ours.application_name).toBe("wakelog");
    expect(ours.options).toContain("-c TimeZone=UTC");
    expect(ours.options).toContain("-c search_path=a\\ b");
    const plain = serverAddress({
      url: "postgresql://h/d",
      keepDefaults: true,
      applicationName: "",
    }).parameters;
    expect(plain).toMatchObject({ application_name: "theirs", options: "-c geqo=off" });
  });
});

describe("encryption", () => {
  const named = { host: "h", servername: "h" };
  const unchecked = { ...named, rejectUnauthorized: false };
  const rooted = { ...named, ca: "the ca" };
  const compatible = "uselibpqcompat=true&";

  it.each([
    ["", null],
    ["sslmode=disable", null],
    ["ssl=0", null],
    ["ssl=true", named],
    ["ssl=1", named],
    ["ssl=no-verify", unchecked],
    ["sslmode=no-verify", unchecked],
    ["sslmode=verify-full", named],
    [`sslmode=verify-full&sslrootcert=${CA}`, rooted],
    [`sslrootcert=${CA}`, rooted],
    [`sslcert=${CERTIFICATE}&sslkey=${KEY}`, { ...named, cert: "the certificate", key: "the key" }],
    [`${compatible}sslmode=disable`, null],
    [`${compatible}sslmode=prefer`, unchecked],
    [`${compatible}sslmode=require`, unchecked],
    [
      `${compatible}sslmode=require&sslrootcert=${CA}`,
      { ...rooted, checkServerIdentity: expect.any(Function) },
    ],
    [
      `${compatible}sslmode=verify-ca&sslrootcert=${CA}`,
      { ...rooted, checkServerIdentity: expect.any(Function) },
    ],
    [`${compatible}sslmode=verify-full`, named],
  ])("a URL with %s", (query, tls) => {
    expect(serverAddress({ url: `postgresql://h/d?${query}` }).tls).toEqual(tls);
  });

  it("checks the certificate for sslmode=require if a URL does not ask for libpq's meaning", () => {
    expect(serverAddress({ url: "postgresql://h/d?sslmode=require" }).tls).toEqual(named);
  });

  it("reads pairs as libpq does", () => {
    expect(ofPairs("host=h sslmode=require").tls).toEqual(unchecked);
    expect(ofPairs(`host=h sslmode=verify-full sslrootcert=${CA}`).tls).toEqual(rooted);
    expect(ofPairs("host=h sslmode=disable").tls).toBeNull();
    expect(() => ofPairs("host=h sslmode=verify-ca")).toThrow("sslrootcert");
  });

  it("names a host to the server, and not an address", () => {
    expect(serverAddress({ url: "postgresql://127.0.0.1/d?ssl=true" }).tls).toEqual({ host: "127.0.0.1" });
    expect(serverAddress({ url: "postgresql://[::1]/d?ssl=true" }).tls).toEqual({ host: "::1" });
  });

  it("is refused if a certificate cannot be read", () => {
    const url = `postgresql://h/d?sslrootcert=${join(folder, "none")}`;
    expect(() => serverAddress({ url })).toThrow("ENOENT");
  });

  it.each([
    ["disable", null],
    ["allow", null],
    ["prefer", named],
    ["require", named],
    ["verify-ca", named],
    ["verify-full", named],
    ["no-verify", unchecked],
  ])("PGSSLMODE=%s counts where nothing else says it", (mode, tls) => {
    vi.stubEnv("PGSSLMODE", mode);
    expect(serverAddress({ url: "postgresql://h/d" }).tls).toEqual(tls);
    expect(serverAddress({ host: "h" }).tls).toEqual(tls);
    expect(serverAddress({ url: "postgresql://h/d?sslmode=disable" }).tls).toBeNull();
  });

  it("begins at once if that is asked for, and only if it is encrypted", () => {
    const direct = (query: string) =>
      serverAddress({ url: `postgresql://h/d?sslnegotiation=${query}` }).direct;
    expect([direct("direct"), direct("postgres"), direct("")]).toEqual([true, false, false]);
    for (const query of ["direct&sslmode=disable", "direct&ssl=false", "later"]) {
      expect(() => direct(query), query).toThrow("sslnegotiation");
    }
    vi.stubEnv("PGSSLNEGOTIATION", "direct");
    expect(() => serverAddress({ host: "h" })).toThrow("sslnegotiation");
    vi.stubEnv("PGSSLMODE", "verify-full");
    expect(serverAddress({ host: "h" }).direct).toBe(true);
  });
});

describe("the startup message", () => {
  it("has what the URL sets for the session", () => {
    const url =
      "postgresql://h/d?application_name=mine&options=-c%20geqo%3Doff&statement_timeout=5&lock_timeout=6";
    expect(serverAddress({ url }).parameters).toEqual({
      client_encoding: "UTF8",
      database: "d",
      application_name: "mine",
      options: "-c geqo=off",
      statement_timeout: "5",
      lock_timeout: "6",
    });
  });

  it("asks for the replication protocol of a database", () => {
    expect(serverAddress({ url: "postgresql://h/d", replicates: true }).parameters.replication).toBe(
      "database",
    );
  });
});
