/**
 * The commands of the owners' documents, verbatim: those of Wakelog and requests to it are run in order against an
 * installation; the others, which would change the machine, are parsed by the shell, and the files they copy must
 * exist.
 */
import { execFile } from "node:child_process";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { commandsIn, OWNERS_PAGES } from "../../../../checks/documents/documents.ts";
import { root } from "../../../../checks/source-files.ts";
import { newSailor } from "../../../../test/support/client.ts";
import { installationForTests, urlIn } from "../../../../test/support/installation.ts";
import { DAY_TRIP, passage } from "../../../../test/support/passage.ts";

const run = promisify(execFile);
/** Whether a command may run here: it is Wakelog, or a request to it. */
const isOurs = (command: string) =>
  /^(?:[A-Z_]+="?[^" ]*"? )*\.\/bin\/wakelog |^curl |^sudo -u wakelog \.\/bin\/wakelog check$/.test(command);

/** A track of another program. */
function track(): string {
  const points = passage(Date.UTC(2026, 3, 1), DAY_TRIP).map(
    ({ latitude, longitude, time }) =>
      `<trkpt lat="${latitude}" lon="${longitude}"><time>${time}</time></trkpt>`,
  );
  return `<gpx version="1.1" creator="test"><trk><trkseg>${points.join("\n")}</trkseg></trk></gpx>`;
}

const installation = installationForTests({ WAKELOG_RATE_LIMITS: "off" });

it("owners' commands do what their documents say", { timeout: 300_000 }, async () => {
  const { service, api } = await installation.start();
  const url = await urlIn(service, "API");
  const sailor = await newSailor(api, "Owner");
  const folder = join(dirname(installation.dataDir), "folder");
  mkdirSync(folder);
  writeFileSync(join(folder, "track.gpx"), track());
  const settings = {
    PATH: process.env.PATH ?? "",
    HOME: process.env.HOME ?? "",
    WAKELOG_DATA_DIR: installation.dataDir,
    WAKELOG_DB_PORT: "0",
    WAKELOG_API_PORT: new URL(url).port,
    WAKELOG_WEB_PORT: "0",
    WAKELOG_ADMIN_PORT: new URL(await urlIn(service, "Operations")).port,
    API: url,
    TOKEN: sailor.vesselToken,
    EMAIL: sailor.email,
    PASSWORD: sailor.password,
    FOLDER: folder,
    TRACK: join(folder, "track.gpx"),
  };
  const ours = OWNERS_PAGES.flatMap((page) => commandsIn(page, ["sh"])).filter(isOurs);
  expect(ours.length).toBeGreaterThan(8);
  for (const command of ours) {
    // The service's user, whom sudo makes of others, is the test's own here.
    const asUser = command.replace(/^sudo -u wakelog /, "");
    const { stdout } = await run("bash", ["-eo", "pipefail", "-c", asUser], {
      cwd: root,
      env: settings,
    }).catch(({ message, stdout, stderr }) => {
      throw new Error(`${command}\n${message}\n${stdout}\n${stderr}`);
    });
    expect(stdout.trim(), command).not.toBe("");
  }
  expect(existsSync(join(folder, "restored", "jwt-secret"))).toBe(true);
  expect(existsSync(join(folder, "you.zip"))).toBe(true);
  const rows = await api.get("/metrics?select=time", { token: sailor.userToken });
  expect(rows.json.length).toBe(passage(0, DAY_TRIP).length + 1);
});

describe.each(OWNERS_PAGES)("%s", (path) => {
  it("has no command that a shell cannot read, and none that names a file that is not there", async () => {
    const commands = commandsIn(path, ["sh"]);
    await run("bash", ["-n", "-c", commands.join("\n")]);
    const named =
      commands.join("\n").match(/(?<= )(?:current\/)?(?:deploy|docker|bin)\/[\w./-]+|\.env\.example/g) ?? [];
    // "current" is the running package; the repository has the same contents.
    expect(named.filter((file) => !existsSync(join(root, file.replace("current/", ""))))).toEqual([]);
  });
});
