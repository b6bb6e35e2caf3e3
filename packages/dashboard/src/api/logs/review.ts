import { placeName, translated } from "../../server-messages/translated.ts";
import { type Question, rowsQuestion } from "../question.ts";
import { callForJson } from "../request.ts";
import { numberOf, rowOf } from "../row.ts";
import type { LinePoint, LogTrack } from "../tracks/lines.ts";
import type { Decision } from "./doubt.ts";
import { NAME_COLUMNS, nameIn } from "./log-name.ts";

const DECISIONS = ["keep", "join", "split", "delete"] as const satisfies readonly Decision[];
const KINDS = ["doubt", "unrecorded", "relocation"] as const;

/** A doubtful log, an unrecorded passage, or a jump that the boat cannot have sailed. */
export type ReviewKind = (typeof KINDS)[number];

/** Something in the logbook that needs the user's decision. */
export interface ReviewEntry {
  readonly id: number;
  readonly kind: ReviewKind;
  readonly name: string | null;
  readonly from: string | null;
  readonly to: string | null;
  /** Which end of the log is doubtful. */
  readonly doubt: "departure" | "arrival" | "both";
  readonly reasons: string;
  readonly decisions: readonly Decision[];
  readonly splitAt: Date | null;
  readonly started: Date | null;
  readonly ended: Date | null;
  readonly distanceNm: number | null;
  /** A straight, unrecorded line from end to end; without points if the ends are unknown. */
  readonly line: LogTrack;
}

/** The part of a decision's response that the dashboard reads. */
interface DecisionJson {
  readonly edit: number;
}

/** All pending decisions, newest first. */
export const reviewQuestion: Question<readonly ReviewEntry[]> = rowsQuestion(
  "review_view",
  {
    columns: [
      "id",
      "kind",
      ...NAME_COLUMNS,
      "doubt",
      "reasons",
      "decisions",
      "split_at",
      "ended",
      "distance",
      "from_latitude",
      "from_longitude",
      "to_latitude",
      "to_longitude",
    ],
    order: "started.desc",
  },
  (rows, speech) =>
    rows.flatMap((row) => {
      const kind = KINDS.find((known) => known === row.text("kind"));
      if (kind === undefined) return [];
      const offered = row.list("decisions");
      const doubt = row.text("doubt");
      const id = row.id("id");
      const started = row.instant("started");
      const ends = [
        { latitude: row.latitude("from_latitude"), longitude: row.longitude("from_longitude") },
        { latitude: row.latitude("to_latitude"), longitude: row.longitude("to_longitude") },
      ];
      const points = ends.flatMap(({ latitude, longitude }): LinePoint[] =>
        latitude === null || longitude === null ? [] : [{ latitude, longitude, time: 0, afterGap: true }],
      );
      return {
        id,
        kind,
        name: nameIn(row, speech),
        from: placeName(row.text("from"), speech),
        to: placeName(row.text("to"), speech),
        doubt: doubt === "departure" || doubt === "arrival" ? doubt : "both",
        reasons: translated(row.text("reasons") ?? "", speech),
        decisions: DECISIONS.filter((decision) => offered.includes(decision)),
        splitAt: row.instant("split_at"),
        started,
        ended: row.instant("ended"),
        distanceNm: row.number("distance"),
        line: { id, started, points },
      };
    }),
);

/** Whether any decision is pending; the response's total tells how many. */
export const reviewCountQuestion: Question<boolean> = rowsQuestion(
  "review_view",
  { columns: ["id"], limit: 1, count: true },
  (rows) => rows.length > 0,
);

/** Decides about an entry. Resolves to the id of the edit, for undo; null if it is no longer pending. */
export async function decideEntry(id: number, decision: Decision): Promise<number | null> {
  const answer = rowOf<DecisionJson>(await callForJson("review_fn", { _id: id, decision }));
  return answer === null ? null : numberOf(answer.number("edit"));
}
