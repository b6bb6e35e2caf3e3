import type { Speech } from "../../languages/speech.ts";
import { logName } from "../../server-messages/log-name.ts";
import type { Row } from "../row.ts";

/** The columns that name a log. */
export const NAME_COLUMNS = ["name", "named", "from", "to", "started"] as const;

interface NameJson {
  readonly name: string | null;
  readonly named: boolean | null;
  readonly from: string | null;
  readonly to: string | null;
  readonly started: string | null;
}

/** The name in a row with these columns. */
export function nameIn(row: Row<NameJson>, speech: Speech): string | null {
  const parts = {
    name: row.text("name"),
    named: row.boolean("named"),
    from: row.text("from"),
    to: row.text("to"),
    started: row.instant("started"),
  };
  return logName(parts, speech);
}
