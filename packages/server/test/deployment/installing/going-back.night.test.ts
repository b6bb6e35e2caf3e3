/** An upgrade that changes the schema, and the way back, by the commands of the guide. */
import { spawnSync } from "node:child_process";
import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { commandsOf, sectionOf } from "../../../../../checks/documents/documents.ts";
import { root } from "../../../../../checks/source-files.ts";
import { type Running, runCli } from "../../../../../test/support/cli.ts";
import { client, newSailor, type Sailor } from "../../../../../test/support/client.ts";
import { urlIn } from "../../../../../test/support/installation.ts";

const [BEFORE, VERSION] = ["1.0.0", "1.1.0"];
const NEWER = "9999_of_a_newer_version";
const folder = mkdtempSync(join(tmpdir(), "wakelog-back-"));
chmodSync(folder, 0o755);
const opt = join(folder, "opt");
const dataDir = join(folder, "data");
let running: Running | null = null;
afterAll(async () => {
  await stop();
  rmSync(folder, { recursive: true, force: true });
});

/** Puts a version where `npm install --prefix` of its package does. */
function install(version: string): string {
  const place = join(opt, "versions", version, "node_modules/wakelog");
  const server = join(root, "packages/server");
  mkdirSync(join(place, "dist"), { recursive: true });
  for (const part of ["bin", "dist/src", "dist/words", "sql"])
    cpSync(join(server, part), join(place, part), { recursive: true });
  const manifest = readFileSync(join(server, "package.json"), "utf8");
  writeFileSync(
    join(place, "package.json"),
    manifest.replace(/"version": "[^"]+"/, `"version": "${version}"`),
  );
  symlinkSync(join(root, "node_modules"), join(place, "node_modules"));
  mkdirSync(join(place, "../.bin"));
  symlinkSync("../wakelog/bin/wakelog", join(place, "../.bin/wakelog"));
  return place;
}

/** The commands of a section of the guide that match, one each. */
const commandsUnder = (heading: string, matching: RegExp) =>
  commandsOf(sectionOf("docs/keeping.md", heading), ["sh"]).filter((command) => matching.test(command));

/**
 * Runs a command of the guide in Wakelog's folder. The test itself starts and stops the service in place of systemd,
 * and is the user that sudo makes of others; the folder of the data is its own.
 */
function run(command: string): string {
  const functions = 'sudo() { [ "$1" = -u ] && shift 2; "$@"; }; systemctl() { :; };';
  const here = command
    .replaceAll("/var/lib/wakelog", dataDir)
    .replace("--owner=wakelog --group=wakelog ", "");
  const { status, stdout, stderr } = spawnSync("bash", ["-ec", `${functions} ${here}`], {
    cwd: opt,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "pipe"],
    env: { PATH: process.env.PATH, HOME: process.env.HOME, FOLDER: folder, BEFORE, VERSION },
  });
  expect([command, status, stderr]).toEqual([command, 0, expect.any(String)]);
  return stdout;
}

/** Starts what `current` leads to, as the unit does. */
function start(): Running {
  const settings = readFileSync(join(opt, ".env"), "utf8").trim().split("\n");
  running = runCli(
    ["start"],
    Object.fromEntries(settings.map((line) => line.split("="))),
    join(opt, "bin/wakelog"),
  );
  return running;
}

async function stop(): Promise<void> {
  running?.process.kill("SIGTERM");
  await running?.ended;
  running = null;
}

async function signsIn({ email, password }: Sailor, service: Running): Promise<boolean> {
  const api = client(await urlIn(service, "API"));
  return (await api.post("/rpc/login", { email, pass: password })).status === 200;
}

it("an older version refuses the newer schema and says what to do, and the guide leads back", {
  timeout: 900_000,
}, async () => {
  const place = install(BEFORE);
  writeFileSync(
    join(install(VERSION), "sql/tables", `${NEWER}.sql`),
    "create table app.of_a_newer_version (id integer primary key);\n",
  );
  symlinkSync(`versions/${BEFORE}/node_modules/wakelog`, join(opt, "current"));
  symlinkSync("current/bin", join(opt, "bin"));
  const ports = ["WAKELOG_DB_PORT=0", "WAKELOG_API_PORT=0", "WAKELOG_WEB_PORT=0", "WAKELOG_ADMIN_PORT=0"];
  writeFileSync(
    join(opt, ".env"),
    [`WAKELOG_DATA_DIR=${dataDir}`, "WAKELOG_PARTS=api", ...ports, ""].join("\n"),
  );

  const older = start();
  const sailor = await newSailor(client(await urlIn(older, "API")));
  for (const command of commandsUnder("Backing up", /boat\.tar\.gz/)) run(command);

  const [upgrade = ""] = commandsUnder("Upgrading", /\$VERSION.*--version/);
  const [installing, ...rest] = upgrade.split(" && ");
  expect(installing).toBe('sudo npm install --prefix "versions/$VERSION" "$FILE"');
  expect(run(rest.join(" && "))).toBe(`${VERSION}\n`);
  expect(readlinkSync(join(opt, "current"))).toContain(VERSION);
  await stop();
  const newer = start();
  await newer.until(new RegExp(`schema is at ${NEWER}`));
  expect(await signsIn(sailor, newer)).toBe(true);
  await stop();

  const [back = ""] = commandsUnder("Upgrading", /\$BEFORE/);
  run(back);
  expect(readlinkSync(join(opt, "current"))).toBe(place.slice(opt.length + 1));
  const refusing = start();
  expect(await refusing.ended).toBe(1);
  expect(refusing.output()).toContain(
    `${NEWER}, which this installation does not know: a newer version upgraded it. ` +
      "Start that version again, or restore a backup from before the upgrade.\n",
  );

  const restoring = commandsUnder("Restoring", /^sudo /);
  expect(restoring.length).toBeGreaterThan(3);
  for (const command of restoring) run(command);
  const again = start();
  expect(await signsIn(sailor, again)).toBe(true);
  expect(again.output()).not.toContain(NEWER);
});
