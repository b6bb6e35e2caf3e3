/** A finding of the check. */

export interface Finding {
  /** `unset` means merely not configured. */
  readonly state: "ok" | "wrong" | "unset";
  /** The subject, in a word or two. */
  readonly about: string;
  readonly text: string;
}

/** Findings on one subject. */
export function about(what: string): Record<Finding["state"], (text: string) => Finding> {
  const one = (state: Finding["state"]) => (text: string) => ({ state, about: what, text });
  return { ok: one("ok"), wrong: one("wrong"), unset: one("unset") };
}

/** The cause of a failure in one line. */
export function reasonOf(cause: unknown): string {
  if (!(cause instanceof Error)) return String(cause);
  const inner = cause instanceof AggregateError ? cause.errors[0] : cause.cause;
  const text = cause.message === "" || cause.message === "fetch failed" ? reasonOf(inner) : cause.message;
  return text.split("\n")[0] ?? "";
}

const MARKS = { ok: "ok", wrong: "WRONG", unset: "not set up" } as const;

/** The findings as lines, with the number of faults. */
export function report(findings: readonly Finding[]): string {
  const count = (state: Finding["state"]): number => findings.filter((one) => one.state === state).length;
  const lines = findings.map(
    ({ state, about: what, text }) => `${MARKS[state].padEnd(10)}  ${what}: ${text}`,
  );
  return [...lines, "", `${count("wrong")} wrong, ${count("unset")} not set up, ${count("ok")} ok`].join(
    "\n",
  );
}
