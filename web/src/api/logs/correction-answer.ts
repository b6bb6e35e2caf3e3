import { numberOf, rowOf } from "../row.ts";

/** The JSON of a correction, as far as the dashboard reads it: the numbers of the logs that its span has now. */
interface CorrectionJson {
  readonly logs: readonly number[];
}

/** The first log that a correction left; null if it left none. */
export function firstLog(answer: unknown): number | null {
  return numberOf(rowOf<CorrectionJson>(answer)?.list("logs")[0]);
}
