/** Tables and figures in the documents are those of the code. */
import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { TIME_LIMITS } from "@wakelog/data-api/http/time-limits.ts";
import { describe, expect, it } from "vitest";
import { describeSettings } from "../../packages/server/src/boat/voyages/detector/thresholds.ts";
import { allCommands } from "../../packages/server/src/cli/main.ts";
import { callerLimits } from "../../packages/server/src/service/limits/caller-limits.ts";
import { readConfig } from "../../packages/server/src/settings/config.ts";
import { filesBelow, root, textOf } from "../source-files.ts";
import { DOCUMENTS, rowsOf, sectionOf } from "./documents.ts";

const COMMANDS = await allCommands();

/** The names in a folder of the repository. */
function entriesOf(folder: string): readonly string[] {
  return readdirSync(join(root, folder));
}

describe("ARCHITECTURE.md", () => {
  const cells = rowsOf(sectionOf("ARCHITECTURE.md", "Where things are")).map(([first = ""]) => first);
  const named = cells.flatMap((cell) => [...cell.matchAll(/`([^`]+)`/g)].map(([, path]) => path ?? ""));

  it("has a line for each wing and each room of the sources", () => {
    const wings = entriesOf("packages/server/src").filter((wing) => wing !== "cli");
    const rooms = [
      ...[
        "packages/kit/src",
        "packages/data-api/src",
        "packages/server/src",
        "packages/server/src/boat/voyages",
      ],
      ...wings.map((wing) => `packages/server/src/${wing}`),
      "packages/server/sql",
    ].flatMap((folder) =>
      entriesOf(folder)
        .filter((name) => !name.endsWith(".ts"))
        .map((name) => `${folder}/${name}`),
    );
    expect(rooms.filter((room) => !named.includes(room))).toEqual([]);
  });

  it("names each of them once", () => {
    expect(named.filter((path, i) => named.indexOf(path) !== i)).toEqual([]);
  });

  it("lists every decision with its title", () => {
    const listed = [...sectionOf("ARCHITECTURE.md", "Decisions").matchAll(/\[(.+?)\]\((.+?)\)/g)];
    const titles = new Map(listed.map(([, title, path]) => [path, title]));
    const records = DOCUMENTS.filter((path) => path.startsWith("docs/adr/"));
    expect([...titles.keys()]).toEqual(records);
    for (const path of records) {
      const [, number, title] = /^# (\d+)\. (.+)$/m.exec(textOf(path)) ?? [];
      expect(path).toMatch(new RegExp(`/0*${number}-`));
      expect(titles.get(path)).toBe(title);
    }
  });
});

describe.each(DOCUMENTS.filter((path) => path.startsWith("docs/adr/")))("%s", (path) => {
  it("says what was to be decided, what was decided and what follows", () => {
    const bold = [...textOf(path).matchAll(/^\*\*(.+?)\.\*\*/gm)].map(([, word]) => word);
    expect(bold.filter((word) => ["Context", "Decision", "Consequences"].includes(word ?? ""))).toEqual([
      "Context",
      "Decision",
      "Consequences",
    ]);
  });
});

describe("docs/operations.md", () => {
  const text = textOf("docs/operations.md").replaceAll("\n", " ");

  it("lists every command, and what it says of each is not empty", () => {
    const rows = rowsOf(sectionOf("docs/operations.md", "Commands"));
    expect(rows.map(([name]) => name)).toEqual(COMMANDS.map(({ name }) => `\`wakelog ${name}\``));
    expect(rows.filter(([, what = ""]) => what === "")).toEqual([]);
  });

  it("tells what a request of each class of callers may cost", () => {
    const { poolSize, bodyLimit } = readConfig({}, new Map(), "/nowhere");
    const limitsOf = callerLimits({ bodyBytes: bodyLimit, poolSize });
    const shown = [
      limitsOf(null),
      limitsOf({ role: "user_role", claims: { uid: "u" } }),
      limitsOf({ role: "vessel_role", claims: { vid: "v" } }),
      limitsOf({ role: "admin_role", claims: {} }),
    ].map((one) => [
      one.bodyBytes >= 1_048_576 ? `${one.bodyBytes / 1_048_576} MB` : `${one.bodyBytes / 1024} kB`,
      `${(one.statementMs ?? 30_000) / 1000} s`,
      String(one.share?.most ?? poolSize),
      String(one.requestsPerMinute),
    ]);
    const rows = rowsOf(sectionOf("docs/operations.md", "What a request may cost"));
    expect(rows.slice(0, 4).map(([, ...cells]) => cells)).toEqual(
      [0, 1, 2, 3].map((row) => shown.map((column) => column[row])),
    );
    expect(rows[2]?.[0]).toContain(`of ${poolSize}`);
  });

  it("tells how long a client may take", () => {
    const { headersMs, stallMs, bodyMs, idleMs, answerMs, answerBytesPerSecond } = TIME_LIMITS;
    expect(text).toContain(`headers within ${headersMs / 1000} seconds`);
    expect(text).toContain(`pauses of at most ${stallMs / 1000} seconds`);
    expect(text).toContain(`the whole body within ${bodyMs / 1000} seconds`);
    expect(text).toContain(`idle for ${idleMs / 1000} seconds`);
    expect(text.replace(/\s+/g, " ")).toContain(
      `at ${answerBytesPerSecond} bytes a second on average; a slower client is cut off after ${answerMs / 1000} seconds`,
    );
  });

  it("names every measurement of ours, and no other", () => {
    const measured = filesBelow("packages/kit/src").flatMap(
      (file) => textOf(file).match(/"wakelog_\w+"/g) ?? [],
    );
    const told = text.match(/`wakelog_[a-z_]+`/g) ?? [];
    const bare = (names: readonly string[]) => [...new Set(names.map((name) => name.slice(1, -1)))].sort();
    expect(bare(told)).toEqual(bare(measured));
  });
});

/** WAKELOG_TEST_WRITE_DOCS=1 writes the table instead. */
it("docs/detector.md shows the thresholds as the detector has them", () => {
  const rows = describeSettings().map(
    ({ name, initial, reason }) =>
      `| \`${name}\` | ${Array.isArray(initial) ? "[]" : String(initial)} | ${reason} |\n`,
  );
  const table = `| Setting | Default | Reason |\n|---|---|---|\n${rows.join("")}`;
  const text = textOf("docs/detector.md");
  const current = text.replace(
    /(<!-- thresholds -->\n)[\s\S]*?(<!-- \/thresholds -->)/,
    (_all, begin: string, end: string) => `${begin}${table}${end}`,
  );
  if (process.env.WAKELOG_TEST_WRITE_DOCS === "1") writeFileSync(join(root, "docs/detector.md"), current);
  expect(text === current || process.env.WAKELOG_TEST_WRITE_DOCS === "1", "run `npm run docs`").toBe(true);
  expect(current).toContain(table);
});
