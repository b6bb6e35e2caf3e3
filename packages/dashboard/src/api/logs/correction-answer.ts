import { numberOf, rowOf } from "../row.ts";

/** The part of a correction's response that the dashboard reads: the ids of the logs now in its span. */
interface CorrectionJson {
  readonly logs: readonly number[];
}

/** The logs left by a correction, earliest first. */
export function logsOf(answer: unknown): readonly number[] {
  return (
    rowOf<CorrectionJson>(answer)
      ?.list("logs")
      .flatMap((id) => numberOf(id) ?? []) ?? []
  );
}

/** The first log left by a correction; null if there is none. */
export function firstLog(answer: unknown): number | null {
  return logsOf(answer)[0] ?? null;
}
