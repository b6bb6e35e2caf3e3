import { logName } from "../../server-messages/log-name.ts";
import { placeName, translated } from "../../server-messages/translated.ts";
import { type Question, rowsQuestion } from "../question.ts";

/** Something that happened to the boat or the account, or a job done for them. */
export interface EventLine {
  readonly id: number;
  readonly channel: string;
  /** When it happened: of a voyage, its arrival. */
  readonly time: Date | null;
  /** Whether it waits to be worked off. */
  readonly waiting: boolean;
  /** The text of a note; null for other events. */
  readonly note: string | null;
  readonly log: EventLog | null;
  readonly stay: EventStay | null;
  readonly rule: EventRule | null;
}

/** The log that an event is about. */
interface EventLog {
  readonly id: number;
  /** Null until it is finished. */
  readonly name: string | null;
  readonly distanceNm: number | null;
}

/** The stay that an event is about. */
interface EventStay {
  readonly id: number;
  readonly moorage: string | null;
}

/** The rule whose alert an event is about. */
interface EventRule {
  readonly name: string;
  readonly kind: string;
  readonly key: string | null;
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
    "timeline_view",
    {
      columns: [
        ...(["id", "channel", "time", "note", "processed"] as const),
        ...(["log_id", "log", "named", "from", "to", "started", "distance"] as const),
        ...(["stay_id", "moorage"] as const),
        ...(["rule", "rule_kind", "rule_key"] as const),
      ],
      where: { channel: `${except ? "not." : ""}in.(${those.join(",")})` },
      order: "time.desc,id.desc",
      limit: page.limit,
      offset: page.offset,
      count: true,
    },
    (rows, speech) =>
      rows.map((row) => {
        const [log, stay, rule] = [row.number("log_id"), row.number("stay_id"), row.text("rule")];
        return {
          id: row.id("id"),
          channel: row.text("channel") ?? "",
          time: row.instant("time"),
          waiting: row.instant("processed") === null,
          note: row.text("note"),
          log:
            log === null
              ? null
              : {
                  id: log,
                  name: logName(
                    {
                      name: row.text("log"),
                      named: row.boolean("named"),
                      from: row.text("from"),
                      to: row.text("to"),
                      started: row.instant("started"),
                    },
                    speech,
                  ),
                  distanceNm: row.number("distance"),
                },
          stay: stay === null ? null : { id: stay, moorage: placeName(row.text("moorage"), speech) },
          rule:
            rule === null
              ? null
              : {
                  name: translated(rule, speech),
                  kind: row.text("rule_kind") ?? "",
                  key: row.text("rule_key"),
                },
        };
      }),
  );
}
