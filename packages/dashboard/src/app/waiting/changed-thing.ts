import { useLingui } from "@lingui/react/macro";
import { logQuestion } from "../../api/logs/log.ts";
import { moorageQuestion } from "../../api/places/moorage.ts";
import { stayQuestion } from "../../api/places/stay.ts";
import type { Change } from "../../offline/change.ts";
import { useDisplay } from "../../preferences/display.tsx";
import { useAnswer } from "../../queries/use-answer.ts";
import { logPath, mooragePath, stayPath } from "../../routing/paths.ts";
import { formatDay } from "../../units/instant.ts";

/** What a change is about. */
interface ChangedThing {
  /** Its name and day. */
  readonly name: string;
  /** Its page; null if it has none. */
  readonly path: string | null;
}

/** Names the row that a change is about. */
export function useChangedThing({ resource, id }: Pick<Change, "resource" | "id">): ChangedThing {
  const { t } = useLingui();
  const display = useDisplay();
  const asked = (table: string) => [id ?? 0, id !== null && resource === table] as const;
  const [logId, isLog] = asked("logbook");
  const [stayId, isStay] = asked("stays");
  const [moorageId, isMoorage] = asked("moorages");
  const { value: log } = useAnswer(logQuestion(logId), null, isLog);
  const { value: stay } = useAnswer(stayQuestion(stayId), null, isStay);
  const { value: moorage } = useAnswer(moorageQuestion(moorageId), null, isMoorage);
  const named = (name: string, day: Date | null | undefined) =>
    day == null ? name : `${name} (${formatDay(day, display)})`;
  if (isLog) return { name: named(log?.name ?? t`Log ${id}`, log?.started), path: logPath(logId) };
  if (isStay) return { name: named(stay?.name ?? t`Stay`, stay?.arrived), path: stayPath(stayId) };
  if (isMoorage) return { name: moorage?.name ?? t`Moorage`, path: mooragePath(moorageId) };
  return { name: t`Entry in the logbook`, path: null };
}
