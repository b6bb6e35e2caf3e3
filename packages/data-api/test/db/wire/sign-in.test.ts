/** The ways to sign in that PostgreSQL may ask for, encrypted and not. */
import { execFile } from "node:child_process";
import { chmod, chown, copyFile, mkdtemp, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import {
  type EmbeddedServer,
  startEmbedded,
} from "../../../../server/src/database/postgres-server/embedded.ts";
import { connectPostgres } from "../../../src/db/postgres.ts";
import { ident, literal, sql } from "../../../src/db/sql.ts";

const run = promisify(execFile);
/** Both sides must agree on how it is prepared: a letter that is normalised, another kind of space, one that is left out. */
const PASSWORD = "\u2168 a\u00A0b\u00AD ";

let dataDir: string;
let server: EmbeddedServer;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "wakelog-sign-in-"));
  await chmod(dataDir, 0o755);
  server = await startEmbedded({ dataDir, port: "auto", durable: false });
  await asOwner(async (owner) => {
    for (const [name, encryption] of [
      ["by_scram", "scram-sha-256"],
      ["by_md5", "md5"],
      ["by_password", "scram-sha-256"],
      ["by_trust", "scram-sha-256"],
      ["by_certificate", "scram-sha-256"],
    ] as const) {
      await owner.transaction(async (tx) => {
        await tx.run(sql`select set_config('password_encryption', ${encryption}, true)`);
        await tx.run(sql`create role ${ident(name)} login password ${literal(PASSWORD)}`);
      });
    }
    const rules = [
      "host all by_scram all scram-sha-256",
      "host all by_md5 all md5",
      "host all by_password all password",
      "host all by_trust all trust",
      "hostssl all by_certificate all cert",
      "host all all all scram-sha-256",
    ];
    const [file] = await owner.transaction((tx) => tx.query(sql`select current_setting('hba_file') as name`));
    await writeFile(String(file?.name), `${rules.join("\n")}\n`);
    await owner.pipeline([{ statement: sql`select pg_reload_conf()` }]);
  });
  // The rules are read again some time after that.
  const isTrusted = async (): Promise<void> => {
    expect(await signIn({ user: "by_trust", password: "" })).toBe("by_trust");
  };
  await vi.waitFor(isTrusted, { timeout: 20_000 });
});

afterAll(async () => {
  await server.stop();
  await rm(dataDir, { recursive: true, force: true });
});

async function asOwner(work: (owner: ReturnType<typeof connectPostgres>) => Promise<void>): Promise<void> {
  const owner = connectPostgres({ ...server.connection, max: 1 });
  await work(owner).finally(() => owner.close());
}

/** The user after signing in; the fault if that fails. */
async function signIn(login: { readonly user: string; readonly password: string }): Promise<unknown> {
  const pool = connectPostgres({ ...server.connection, ...login, max: 1 });
  try {
    return (await pool.pipeline([{ statement: sql`select current_user` }]))[0]?.rows[0]?.[0];
  } catch (fault) {
    return fault;
  } finally {
    await pool.close();
  }
}

describe.each(["by_scram", "by_md5", "by_password"])("%s", (user) => {
  test("the right password lets in", async () => {
    expect(await signIn({ user, password: PASSWORD })).toBe(user);
  });

  test("another one does not, and the fault does not tell it", async () => {
    const fault = await signIn({ user, password: "secret of another" });
    expect(fault).toMatchObject({ name: "NoConnectionError", cause: { sqlstate: "28P01" } });
    expect(String(fault)).not.toContain("secret of another");
  });

  test("none does not, and the fault says so", async () => {
    expect(await signIn({ user, password: "" })).toMatchObject({
      name: "NoConnectionError",
      message: expect.stringContaining("asks for a password"),
    });
  });
});

describe("TLS", () => {
  const answer = sql`
    select (select ssl::text from pg_stat_ssl where pid = pg_backend_pid()), repeat('x', 1000000), current_user`;
  const encrypted = async (mode: string): Promise<unknown> => {
    const url = new URL(server.url);
    for (const [name, value] of new URLSearchParams(mode)) url.searchParams.set(name, value);
    const pool = connectPostgres({ url: url.href, max: 2 });
    try {
      const answers = await Promise.all([1, 2, 3].map(() => pool.pipeline([{ statement: answer }])));
      return answers.map((results) => [results[0]?.rows[0]?.[0], results[0]?.rows[0]?.[1]?.length]);
    } catch (fault) {
      return fault;
    } finally {
      await pool.close();
    }
  };

  test("that the server does not offer is a fault", async () => {
    expect(await encrypted("sslmode=require&uselibpqcompat=true")).toMatchObject({
      name: "NoConnectionError",
      message: expect.stringContaining("does not support SSL"),
    });
  });

  /** Makes a key and a certificate that signs itself; null if openssl is not installed. */
  const certified = async (name: string): Promise<{ key: string; certificate: string } | null> => {
    const [key, certificate] = [join(dataDir, `${name}.key`), join(dataDir, `${name}.crt`)];
    return run("openssl", [
      ...["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", `/CN=${name}`],
      ...["-addext", "subjectAltName=IP:127.0.0.1,DNS:localhost", "-keyout", key, "-out", certificate],
    ]).then(
      () => ({ key, certificate }),
      () => null,
    );
  };

  test("encrypts, believes only the certificate that was asked for, and shows a client's", async ({
    skip,
  }) => {
    const [own, client] = [await certified("localhost"), await certified("by_certificate")];
    if (own === null || client === null) return skip("openssl is not installed");
    const { key, certificate } = own;
    await asOwner(async (owner) => {
      const [file] = await owner.transaction((tx) =>
        tx.query(sql`select current_setting('data_directory') as data`),
      );
      const data = String(file?.data);
      await copyFile(certificate, join(data, "server.crt"));
      await copyFile(key, join(data, "server.key"));
      await copyFile(client.certificate, join(data, "clients.crt"));
      const { uid, gid } = await stat(join(data, "PG_VERSION"));
      await chown(join(data, "server.key"), uid, gid);
      await chmod(join(data, "server.key"), 0o600);
      await owner.pipeline([{ statement: sql`alter system set ssl_ca_file = 'clients.crt'` }]);
      await owner.pipeline([{ statement: sql`alter system set ssl = on` }]);
      await owner.pipeline([{ statement: sql`select pg_reload_conf()` }]);
    });
    const right = Array.from({ length: 3 }, () => ["true", 1_000_000]);
    await expect
      .poll(() => encrypted("sslmode=require&uselibpqcompat=true"), { timeout: 20_000 })
      .toEqual(right);
    expect(await encrypted(`sslmode=verify-full&sslrootcert=${certificate}`)).toEqual(right);
    expect(await encrypted("sslmode=verify-full")).toMatchObject({
      name: "NoConnectionError",
      message: expect.stringContaining("self-signed"),
    });
    const asClient = `sslmode=verify-full&sslrootcert=${certificate}&user=by_certificate`;
    expect(await encrypted(`${asClient}&sslcert=${client.certificate}&sslkey=${client.key}`)).toEqual(right);
    expect(await encrypted(asClient)).toMatchObject({
      name: "NoConnectionError",
      cause: { sqlstate: "28000" },
    });
  });
});
