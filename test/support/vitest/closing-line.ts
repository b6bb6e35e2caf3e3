/** The last line of a test run: how many tests passed, failed and were skipped, alone and plain. */
import { writeSync } from "node:fs";
import type { Reporter, TestModule } from "vitest/node";

interface Counts {
  passed: number;
  failed: number;
  skipped: number;
}

/** Counts every test; a file that could not be loaded, or an error outside of any test, counts as failed. */
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

function line({ passed, failed, skipped }: Counts): string {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`;
}

/** Prints the closing line when the process ends, so that nothing comes after it. */
class ClosingLine implements Reporter {
  #counts: Counts | null = null;

  onInit(): void {
    process.once("exit", () => {
      if (this.#counts !== null) writeSync(process.stdout.fd, `\n${line(this.#counts)}\n`);
    });
  }

  onTestRunEnd(modules: readonly TestModule[], errorsOutside: readonly unknown[]): void {
    this.#counts = count(modules, errorsOutside.length);
  }
}

// biome-ignore lint/style/noDefaultExport: the test runner loads reporters by their default export
export default ClosingLine;
