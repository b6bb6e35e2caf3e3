import { Trans, useLingui } from "@lingui/react/macro";
import type { ReactNode } from "react";
import { type EventLine, eventsQuestion, namesQuestion } from "../../api/events/events.ts";
import { useDisplay } from "../../preferences/display.tsx";
import { useAnswer } from "../../queries/use-answer.ts";
import { addressWith } from "../../routing/address.ts";
import { Link } from "../../routing/link.tsx";
import { ALERTS_PATH, EVENTS_PATH, logPath, stayPath } from "../../routing/paths.ts";
import { Select } from "../../ui/choices/select.tsx";
import { AsOf } from "../../ui/figures/as-of.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Empty } from "../../ui/page/empty.tsx";
import { ProblemNotice } from "../../ui/page/notice.tsx";
import { Pager } from "../../ui/page/pager.tsx";
import { Skeleton } from "../../ui/page/skeleton.tsx";
import { formatInstant } from "../../units/instant.ts";
import { channelsOf, EVENT_GROUPS, EVENT_KINDS } from "./event-words.ts";
import { type EventsShown, groupOf, writeEvents } from "./events-shown.ts";

interface EventListProps {
  readonly shown: EventsShown;
  readonly onShow: (shown: EventsShown) => void;
}

const LIMIT = 25;

/** Events, newest first. */
export function EventList({ shown, onShow }: EventListProps) {
  const { t } = useLingui();
  const offset = (shown.page - 1) * LIMIT;
  const kinds = { those: channelsOf(shown.group ?? "work"), except: shown.group === null };
  const {
    value: events,
    total,
    storedAt,
    problem,
    refetch,
  } = useAnswer(eventsQuestion(kinds, { limit: LIMIT, offset }), 60);
  const { names, areKnown } = useNames(events ?? []);
  // Names change the height of rows: show both together.
  const waits = (events === undefined && problem === null) || (events !== undefined && !areKnown);
  const groups = Object.entries(EVENT_GROUPS).map(([group, words]) => [group, t(words)] as const);
  return (
    <>
      <div className="events__filter">
        <Select
          label={t`Kind`}
          choices={[["", t`Everything that matters`], ...groups]}
          value={shown.group ?? ""}
          onChoose={(group) => onShow({ ...shown, group: groupOf(group), page: 1 })}
        />
        <AsOf storedAt={storedAt} />
      </div>
      {problem === null ? null : <ProblemNotice problem={problem} onRetry={refetch} />}
      {waits ? <Skeleton height="4rem" count={6} /> : null}
      {events?.length === 0 ? (
        <Empty icon="clock" title={t`Nothing of this kind happened yet`}>
          <p>
            <Trans>Departures and arrivals, alerts, silences and their ends appear here.</Trans>
          </p>
        </Empty>
      ) : null}
      {waits || events === undefined || events.length === 0 ? null : (
        <ul className="rows" aria-label={t`What happened`}>
          {events.map((event) => (
            <li key={event.id}>
              <EventRow event={event} names={names} />
            </li>
          ))}
        </ul>
      )}
      {waits ? null : (
        <Pager
          page={shown.page}
          limit={LIMIT}
          shown={events?.length ?? 0}
          total={total}
          addressOf={(page) => addressWith(EVENTS_PATH, writeEvents({ ...shown, page }))}
        />
      )}
    </>
  );
}

interface Names {
  readonly log: ReadonlyMap<number, string>;
  readonly stay: ReadonlyMap<number, string>;
}

const NO_NAMES: ReadonlyMap<number, string> = new Map();

/** Names of the logs and stays that events are about, and whether they are complete. */
function useNames(events: readonly EventLine[]): { readonly names: Names; readonly areKnown: boolean } {
  const idsOf = (about: "log" | "stay") => [
    ...new Set(
      events
        .filter(({ channel }) => EVENT_KINDS[channel]?.about === about)
        .map(({ payload }) => Number(payload))
        .filter((id) => Number.isSafeInteger(id) && id > 0),
    ),
  ];
  const [logIds, stayIds] = [idsOf("log"), idsOf("stay")];
  const logs = useAnswer(namesQuestion("logs", logIds), null, logIds.length > 0);
  const stays = useAnswer(namesQuestion("stays", stayIds), null, stayIds.length > 0);
  const isKnown = (ids: readonly number[], { value, problem }: typeof logs) =>
    ids.length === 0 || value !== undefined || problem !== null;
  return {
    names: { log: logs.value ?? NO_NAMES, stay: stays.value ?? NO_NAMES },
    areKnown: isKnown(logIds, logs) && isKnown(stayIds, stays),
  };
}

function EventRow({ event, names }: { readonly event: EventLine; readonly names: Names }) {
  const { t } = useLingui();
  const display = useDisplay();
  const kind = EVENT_KINDS[event.channel];
  const id = Number(event.payload);
  const about = kind?.about;
  const name = about === "log" || about === "stay" ? names[about].get(id) : undefined;
  // A log or stay that was since joined or deleted has no page.
  const to =
    about === "alerts"
      ? ALERTS_PATH
      : name === undefined
        ? null
        : about === "log"
          ? logPath(id)
          : stayPath(id);
  return (
    <Line to={to}>
      <span className="row__icon">
        <Icon name={kind?.icon ?? "clock"} />
      </span>
      <span className="row__words">
        <span className="row__title">
          {kind === undefined
            ? t`Something happened that this page has no words for.`
            : kind.shown
              ? event.payload
              : t(kind.words)}
        </span>
        {name === undefined ? null : <span className="row__sub">{name}</span>}
        {kind?.shown === true ? <span className="row__sub">{t(kind.words)}</span> : null}
      </span>
      <span className="events__when">
        {event.stored === null ? "" : formatInstant(event.stored, display)}
        {event.processed === null ? (
          <span className="row__mark">
            <Trans>still to be done</Trans>
          </span>
        ) : null}
      </span>
    </Line>
  );
}

function Line({ to, children }: { readonly to: string | null; readonly children: ReactNode }) {
  if (to === null) return <div className="row events__row">{children}</div>;
  return (
    <Link to={to} className="row events__row">
      {children}
    </Link>
  );
}
