/** Progress for the user: a bar on a terminal, elsewhere an occasional line. */

export interface Progress {
  /** @param done from 0 to 1 */
  at(done: number, words: string): void;
  /** Prints a separate line. */
  print(line: string): void;
  end(): void;
}

const BAR = 30;
/** How often to update a terminal and a log. */
const TERMINAL_MS = 100;
const LOG_MS = 10_000;

/** Where progress is written. */
export interface Terminal {
  readonly isTTY?: boolean;
  write(text: string): unknown;
}

/** A bar if `out` is a terminal, otherwise lines. */
export function progressOn(out: Terminal, now: () => number = Date.now): Progress {
  const isTerminal = out.isTTY === true;
  let shown = now();
  let isDrawn = false;
  const clear = (): void => {
    if (isDrawn) out.write("\r\u001B[K");
    isDrawn = false;
  };
  return {
    at(done, words) {
      if (now() - shown < (isTerminal ? TERMINAL_MS : LOG_MS)) return;
      shown = now();
      const part = Math.min(1, Math.max(0, done));
      const percent = `${Math.floor(part * 100)} %`.padStart(5);
      if (isTerminal) {
        const full = Math.round(part * BAR);
        out.write(`\r[${"#".repeat(full)}${" ".repeat(BAR - full)}]${percent}  ${words}\u001B[K`);
        isDrawn = true;
      } else out.write(`${percent}  ${words}\n`);
    },
    print(line) {
      clear();
      out.write(`${line}\n`);
    },
    end: clear,
  };
}
