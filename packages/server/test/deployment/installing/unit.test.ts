/** The systemd unit: its settings and the commands' cannot contradict each other. */
import { expect, it } from "vitest";
import { textOf } from "../../../../../checks/source-files.ts";
import { describeSettings } from "../../../src/settings/config.ts";

const lines = textOf("deploy/systemd/wakelog.service")
  .split("\n")
  .filter((line) => line !== "" && !line.startsWith("#"));

it("sets nothing itself: .env in its folder has all settings", () => {
  expect(lines.filter((line) => /^(?:Environment|PassEnvironment)/.test(line))).toEqual([]);
  const settings = describeSettings().filter(({ name }) => lines.some((line) => line.includes(name)));
  expect(settings).toEqual([]);
  expect(lines).toContain("WorkingDirectory=/opt/wakelog");
});

it("may write where the guide puts the data, and the guide moves both", () => {
  const guide = textOf("docs/installing.md");
  expect(lines).toContain("StateDirectory=wakelog");
  expect(guide).toContain("'WAKELOG_DATA_DIR=/var/lib/wakelog\\n");
  const [, moved = ""] = /WAKELOG_DATA_DIR=(\/mnt\/[^|]+)/.exec(textOf("docs/keeping.md")) ?? [];
  expect(textOf("docs/keeping.md")).toContain(`ReadWritePaths=${moved}\\n`);
});

it("does not start again where a setting is wrong", () => {
  expect(lines).toContain("RestartPreventExitStatus=78");
});
