/**
 * Commands that fail: each explains on standard error what is wrong and what to do, writes nothing to standard
 * output, and exits with a matching code.
 */
import { spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { client, newSailor } from "../../../../test/support/client.ts";
import { TEST_SECRET } from "../../../../test/support/server.ts";
import { serviceForTests } from "../../../../test/support/service.ts";
import { ranHere } from "./ran-here.ts";

const COMMAND = resolve(import.meta.dirname, "../../bin/wakelog");
const MANIFEST = resolve(import.meta.dirname, "../../package.json");
const folder = mkdtempSync(join(tmpdir(), "wakelog-refusals-"));
const absent = join(folder, "absent");
/** A small disk, if one can be mounted here. */
const small = join(folder, "small");
afterAll(() => {
  spawnSync("/bin/umount", [small]);
  rmSync(folder, { recursive: true, force: true });
});

const NEED_A_DATABASE = [
  "events",
  "events --retry 1",
  "user list",
  "user outbox",
  "user verify aino@example.org",
  "user delete aino@example.org --yes",
  "refold Kapla",
  "thin",
  `export aino@example.org ${join(folder, "aino.zip")}`,
  "grafana grant aino@example.org",
  `backup ${join(folder, "copy.tar.gz")}`,
];

describe("where there is no installation", () => {
  it.each([...NEED_A_DATABASE, "token admin_role"])(
    "wakelog %s: says so, and makes none",
    async (command) => {
      const ran = await ranHere(...command.split(" "), `--data-dir=${absent}`);
      expect(ran).toMatchObject({ code: 1, stdout: "" });
      expect(ran.stderr).toContain(
        `there is no Wakelog in ${absent}; WAKELOG_DATA_DIR says where its data is`,
      );
      expect(existsSync(absent)).toBe(false);
    },
  );
});

describe("where the database cannot be reached", () => {
  it.each([...NEED_A_DATABASE, "migrate"])("wakelog %s: says so, and what says more", async (command) => {
    const url = "postgresql://wakelog:verysecret@127.0.0.1:1/wakelog";
    const ran = await ranHere(
      ...command.split(" "),
      `--database-url=${url}`,
      `--jwt-secret=${TEST_SECRET}`,
      `--data-dir=${absent}`,
    );
    expect(ran).toMatchObject({ code: 1, stdout: "" });
    expect(ran.stderr).toMatch(
      /no database connection: .*ECONNREFUSED.*; "wakelog check" says what is wrong/,
    );
    expect(ran.stderr).not.toContain("verysecret");
  });
});

describe("a file to read", () => {
  beforeAll(() => {
    writeFileSync(join(folder, "letter.txt"), "Dear crew,\n");
    mkdirSync(join(folder, "box"));
  });

  it.each(["restore", "import"])("that is not there: wakelog %s says so", async (command) => {
    const path = join(folder, "lost.zip");
    const ran = await ranHere(command, path, `--data-dir=${absent}`);
    expect(ran).toEqual({
      code: 1,
      stdout: "",
      stderr: expect.stringMatching(/there is no file (or folder )?\S+lost\.zip\n$/),
    });
    expect(existsSync(absent)).toBe(false);
  });

  it("that is a folder: wakelog restore says so", async () => {
    const ran = await ranHere("restore", join(folder, "box"), `--data-dir=${absent}`);
    expect(ran).toEqual({
      code: 1,
      stdout: "",
      stderr: expect.stringContaining("is a folder, and a file is needed"),
    });
  });

  it("that is no backup: wakelog restore says so, and that nothing was written", async () => {
    const ran = await ranHere("restore", join(folder, "letter.txt"), `--data-dir=${absent}`);
    expect(ran).toEqual({
      code: 1,
      stdout: "",
      stderr: expect.stringMatching(/not a backup.*nothing was written/),
    });
    expect(existsSync(absent)).toBe(false);
  });

  it("cannot become a data directory that is a file", async () => {
    const path = join(folder, "letter.txt");
    const ran = await ranHere("restore", path, `--data-dir=${path}`);
    expect(ran).toEqual({ code: 1, stdout: "", stderr: expect.stringContaining("a folder is needed") });
  });
});

describe("with an installation", () => {
  const service = serviceForTests();
  const settings = () => [
    `--database-url=${service.database.url}`,
    `--jwt-secret=${TEST_SECRET}`,
    `--data-dir=${join(folder, "data")}`,
  ];
  let email = "";
  beforeAll(async () => {
    ({ email } = await newSailor(client(service.apiUrl)));
  });

  it("a file is not written where a folder is, or where there is none, and that is said before the work", async () => {
    const inPlace = await ranHere("export", email, folder, ...settings());
    expect(inPlace).toEqual({
      code: 1,
      stdout: "",
      stderr: expect.stringMatching(/is a folder; name a file in it/),
    });
    const nowhere = await ranHere("export", email, join(absent, "aino.zip"), ...settings());
    expect(nowhere).toEqual({
      code: 1,
      stdout: "",
      stderr: expect.stringMatching(/there is no folder .*make it first/),
    });
    const backup = await ranHere("backup", folder, ...settings());
    expect(backup).toEqual({
      code: 1,
      stdout: "",
      stderr: expect.stringMatching(/is a folder; name a file in it/),
    });
  });

  it("unknown accounts cannot be exported, locked or deleted", async () => {
    const path = join(folder, "unknown.zip");
    for (const args of [
      ["export", "unknown@example.org", path],
      ["user", "verify", "unknown@example.org"],
      ["user", "delete", "unknown@example.org", "--yes"],
      ["grafana", "grant", "unknown@example.org"],
    ]) {
      const ran = await ranHere(...args, ...settings());
      expect(ran, args.join(" ")).toEqual({
        code: 1,
        stdout: "",
        stderr: expect.stringContaining("no account has the e-mail address unknown@example.org"),
      });
    }
    expect(readdirSync(folder).filter((name) => name.startsWith("unknown"))).toEqual([]);
  });

  it("words that an action does not take are refused, with how it is called", async () => {
    for (const args of [
      ["list", email],
      ["verify"],
      ["delete"],
      ["sink", email],
      ["verify", email, "--yes"],
    ]) {
      const ran = await ranHere("user", ...args, ...settings());
      expect(ran, args.join(" ")).toEqual({
        code: 64,
        stdout: "",
        stderr: expect.stringContaining("usage: wakelog user"),
      });
    }
  });

  it("an account is not deleted without a confirmation", async () => {
    const ran = run(`user delete ${email} </dev/null`);
    expect(ran).toMatchObject({
      status: 1,
      stdout: "",
      stderr: expect.stringContaining("--yes deletes without asking"),
    });
    expect((await ranHere("user", "list", ...settings())).stdout).toContain(email);
  });

  mkdirSync(small);
  const isSmall = spawnSync("/bin/mount", ["-t", "tmpfs", "-o", "size=64k", "tmpfs", small]).status === 0;

  it.skipIf(!isSmall)(
    "a full disk is a sentence, and nothing is left on it (skipped where none can be mounted)",
    async () => {
      // Cannot be made smaller.
      writeFileSync(join(small, "ballast"), randomBytes(60_000));
      const full = {
        code: 1,
        stdout: "",
        stderr: expect.stringMatching(/: the disk is full.*; make room[^\n]*\n$/),
      };
      const into = (name: string) => join(small, name);
      expect(await ranHere("export", email, into("aino.zip"), ...settings())).toEqual(full);
      expect(await ranHere("backup", into("copy.tar.gz"), "--no-verify", ...settings())).toEqual(full);
      expect(readdirSync(small)).toEqual(["ballast"]);
    },
  );

  it("a full disk behind standard output is a sentence too", () => {
    for (const command of ["user list", "token admin_role", "events"]) {
      const ran = run(`${command} >/dev/full`);
      expect(ran, command).toMatchObject({
        status: 1,
        stderr: expect.stringMatching(/^wakelog: the disk is full[^\n]*\n$/),
      });
    }
  });

  /** Through a shell, with its standard streams. */
  function run(command: string) {
    return spawnSync("/bin/sh", ["-c", `"${process.execPath}" "${COMMAND}" ${command}`], {
      encoding: "utf8",
      env: {
        PATH: process.env.PATH ?? "",
        DATABASE_URL: service.database.url,
        WAKELOG_JWT_SECRET: TEST_SECRET,
        WAKELOG_DATA_DIR: join(folder, "data"),
      },
    });
  }
});

it("a command that there is not is refused on standard error", async () => {
  const ran = await ranHere("frobnicate");
  expect(ran).toMatchObject({ code: 64, stdout: "" });
  expect(ran.stderr).toBe('wakelog: there is no command "frobnicate". See: wakelog help\n');
  const near = await ranHere("strat");
  expect(near.stderr).toBe('wakelog: there is no command "strat". Did you mean "start"? See: wakelog help\n');
});

it("says its version", async () => {
  const { version } = z.object({ version: z.string() }).parse(JSON.parse(readFileSync(MANIFEST, "utf8")));
  expect(await ranHere("--version")).toMatchObject({ code: 0, stdout: `${version}\n`, stderr: "" });
});

it.each(["server/bin/wakelog", "data-api/bin/wakelog-data-api"])(
  "%s says which Node it needs, in words that an old one can read",
  (path) => {
    const file = resolve(import.meta.dirname, "../../..", path);
    const old = "data:text/javascript,Object.defineProperty(process.versions,'node',{value:'18.19.0'})";
    const ran = spawnSync(process.execPath, ["--import", old, file, "start"], { encoding: "utf8" });
    expect(ran).toMatchObject({ status: 78, stdout: "" });
    expect(ran.stderr).toMatch(/^wakelog\S* needs Node 20\.19 or newer; this is 18\.19\.0\. /);
    const { engines } = z
      .object({ engines: z.object({ node: z.string() }) })
      .parse(JSON.parse(readFileSync(MANIFEST, "utf8")));
    expect(engines.node).toBe(">=20.19");
    // ECMAScript 5, but for the import.
    expect(readFileSync(file, "utf8")).not.toMatch(/=>|\b(const|let|await|class|of)\b|`|\?\.|\?\?/);
  },
);
