/** `wakelog check`: finds faults in an installation. */

import { ConfigError } from "@wakelog/kit/settings/config-error.ts";
import { type Config, readConfig } from "../../settings/config.ts";
import type { Command } from "../command.ts";
import { checkBackups } from "./backups.ts";
import { checkDatabase } from "./database.ts";
import { about, type Finding, report } from "./finding.ts";
import { checkDisks } from "./machine.ts";
import { checkPorts } from "./ports.ts";
import { checkMail, checkPublicAddress } from "./reach.ts";

export const checkCommand: Command = {
  name: "check",
  usage: "",
  sentence:
    "Say what is wrong with this set-up, and what is merely not set up; exits with 1 if anything is wrong.",
  takesSettings: true,
  async run({ settings }) {
    const findings = await checkAll(settings);
    console.log(report(findings));
    if (findings.some(({ state }) => state === "wrong")) process.exitCode = 1;
  },
};

async function checkAll(given: ReadonlyMap<string, string>): Promise<readonly Finding[]> {
  const settings = about("settings");
  let config: Config;
  try {
    config = readConfig(process.env, given);
  } catch (cause) {
    if (!(cause instanceof ConfigError)) throw cause;
    return cause.problems.map(settings.wrong);
  }
  const found = await Promise.all([
    checkPorts(config),
    checkDisks(config),
    checkDatabase(config),
    checkMail(config),
    checkPublicAddress(config),
    checkBackups(config),
  ]);
  return [settings.ok(`${config.given.size} set, the others have their defaults`), ...found.flat()];
}
