import { numberOf, rowOf } from "../row.ts";

/** The JSON of a correction, as far as the dashboard reads it: the numbers of the logs that its span has now. */
interface CorrectionJson {
  readonly logs: readonly number[];
}

/** The logs that a correction left, the earliest first. */
export function logsOf(answer: unknown): readonly number[] {
  return (
    rowOf<CorrectionJson>(answer)
      ?.list("logs")
      .flatMap((id) => numberOf(id) ?? []) ?? []
  );
}

/** The first log that a correction left; null if it left none. */
export function firstLog(answer: unknown): number | null {
  return logsOf(answer)[0] ?? null;
}
