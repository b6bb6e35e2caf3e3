/**
 * The last line of a test run: the numbers of passed, failed and skipped tests, and files that did not run. Files with
 * failures are also written to the file named by `WAKELOG_TEST_FAILED`, one per line.
 */
import { writeFileSync, writeSync } from "node:fs";
import type { Reporter, TestModule } from "vitest/node";

interface Counts {
  passed: number;
  failed: number;
  skipped: number;
}

/** Counts every test; a file that failed to load, or an error outside of tests, counts as failed. */
function count(modules: readonly TestModule[], errorsOutside: number): Counts {
  const counts: Counts = { passed: 0, failed: errorsOutside, skipped: 0 };
  for (const module of modules) {
    let failedHere = 0;
    for (const test of module.children.allTests()) {
      const { state } = test.result();
      if (state === "passed") counts.passed++;
      else if (state === "skipped") counts.skipped++;
      else failedHere++;
    }
    if (failedHere === 0 && !module.ok()) failedHere = 1;
    counts.failed += failedHere;
  }
  return counts;
}

function line({ passed, failed, skipped }: Counts, leftOut: number): string {
  const counts = `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`;
  return leftOut === 0 ? counts : `${leftOut} slow files left out: see CONTRIBUTING.md\n${counts}`;
}

/** Prints the closing line when the process ends, so that nothing follows it. */
class ClosingLine implements Reporter {
  #counts: Counts | null = null;
  readonly #leftOut: number;

  /** @param options.leftOut the number of slow files not in this run */
  constructor({ leftOut = 0 }: { readonly leftOut?: number } = {}) {
    this.#leftOut = leftOut;
  }

  onInit(): void {
    process.once("exit", () => {
      if (this.#counts !== null) writeSync(process.stdout.fd, `\n${line(this.#counts, this.#leftOut)}\n`);
    });
  }

  onTestRunEnd(modules: readonly TestModule[], errorsOutside: readonly unknown[]): void {
    const failed = process.env.WAKELOG_TEST_FAILED;
    if (failed !== undefined && errorsOutside.length === 0) {
      const files = modules.filter((module) => !module.ok()).map((module) => module.relativeModuleId);
      writeFileSync(failed, files.map((file) => `${file}\n`).join(""));
    }
    this.#counts = count(modules, errorsOutside.length);
  }
}

// biome-ignore lint/style/noDefaultExport: the test runner loads reporters by their default export
export default ClosingLine;
