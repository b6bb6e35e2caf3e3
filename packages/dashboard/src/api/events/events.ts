import { logName } from "../../server-messages/log-name.ts";
import { placeName } from "../../server-messages/translated.ts";
import { type Question, rowsQuestion } from "../question.ts";

/** An event of the boat or user, or a job done for them. */
export interface EventLine {
  readonly id: number;
  readonly channel: string;
  /** Its subject: the id of a log or stay, or text. */
  readonly payload: string;
  readonly stored: Date | null;
  /** Null while queued. */
  readonly processed: Date | null;
}

/** Event kinds to read: only some, or all except some. */
export interface EventKinds {
  readonly those: readonly string[];
  readonly except: boolean;
}

/** A page of events, newest first. */
export function eventsQuestion(
  { those, except }: EventKinds,
  page: { readonly limit: number; readonly offset: number },
): Question<readonly EventLine[]> {
  return rowsQuestion(
    "eventlogs_view",
    {
      columns: ["id", "channel", "payload", "stored", "processed"],
      where: { channel: `${except ? "not." : ""}in.(${those.join(",")})` },
      order: "id.desc",
      limit: page.limit,
      offset: page.offset,
      count: true,
    },
    (rows) =>
      rows.map((row) => ({
        id: row.id("id"),
        channel: row.text("channel") ?? "",
        payload: row.text("payload") ?? "",
        stored: row.instant("stored"),
        processed: row.instant("processed"),
      })),
  );
}

/** The names of logs, and of the places of stays, by id. */
export function namesQuestion(
  things: "logs" | "stays",
  ids: readonly number[],
): Question<ReadonlyMap<number, string>> {
  const where = { id: `in.(${ids.join(",")})` };
  const named = (id: number, name: string | null) => (name === null ? [] : [[id, name] as const]);
  return things === "logs"
    ? rowsQuestion(
        "logs_view",
        { columns: ["id", "name", "from", "to"], where },
        (rows, speech) =>
          new Map(
            rows.flatMap((row) =>
              named(row.id("id"), logName(row.text("name"), row.text("from"), row.text("to"), speech)),
            ),
          ),
      )
    : rowsQuestion(
        "stays_view",
        { columns: ["id", "moorage"], where },
        (rows, speech) =>
          new Map(rows.flatMap((row) => named(row.id("id"), placeName(row.text("moorage"), speech)))),
      );
}
