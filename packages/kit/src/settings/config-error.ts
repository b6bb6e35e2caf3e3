/** An invalid configuration, with all problems. The process exits with 78 (EX_CONFIG of sysexits.h). */
export class ConfigError extends Error {
  /** One sentence each. */
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    const count = problems.length === 1 ? "a problem" : `${problems.length} problems`;
    super(`the configuration has ${count}:\n${problems.map((problem) => `  - ${problem}`).join("\n")}`);
    this.name = "ConfigError";
    this.problems = problems;
  }
}
