import { placeName } from "../../server-messages/translated.ts";
import { type Question, rowsQuestion } from "../question.ts";
import type { Log } from "./log.ts";

/** The open log with what is known so far; null if this is not the open log. */
export function openLogQuestion(id: number): Question<Log | null> {
  return rowsQuestion(
    "logbook",
    {
      columns: ["id", "name", "_from", "_from_time", "notes"],
      where: { id: `eq.${id}`, active: "is.true" },
    },
    ([row], speech) => {
      if (row === undefined) return null;
      return {
        id: row.id("id"),
        // The service names a log when it has ended.
        name: row.text("name"),
        from: placeName(row.text("_from"), speech),
        to: null,
        started: row.instant("_from_time"),
        ended: null,
        distanceNm: null,
        recordedNm: null,
        notRecordedNm: null,
        doubtful: false,
        durationSeconds: null,
        notes: row.text("notes"),
        avgSpeed: null,
        maxSpeed: null,
        maxWindSpeed: null,
        engineSeconds: null,
        loggedNm: null,
        tags: [],
        version: null,
        unfinished: false,
        making: { startReason: null, endReason: null, confidence: null, segments: [] },
      };
    },
  );
}
