import { Trans, useLingui } from "@lingui/react/macro";
import type { ReactNode } from "react";
import { type EventLine, eventsQuestion } from "../../api/events/events.ts";
import { useAlertName } from "../../features/alerts/alert-name.ts";
import { useDisplay } from "../../preferences/display.tsx";
import { useAnswer } from "../../queries/use-answer.ts";
import { addressWith } from "../../routing/address.ts";
import { Link } from "../../routing/link.tsx";
import { EVENTS_PATH } from "../../routing/paths.ts";
import { Select } from "../../ui/choices/select.tsx";
import { AsOf } from "../../ui/figures/as-of.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Empty } from "../../ui/page/empty.tsx";
import { ProblemNotice } from "../../ui/page/notice.tsx";
import { Pager } from "../../ui/page/pager.tsx";
import { Skeleton } from "../../ui/page/skeleton.tsx";
import { formatInstant } from "../../units/instant.ts";
import { nauticalMiles, spoken } from "../../units/quantity.ts";
import { EVENT_GROUPS, EVENT_KINDS, eventPath, eventWords, kindsOf } from "./event-words.ts";
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
  const {
    value: events,
    total,
    storedAt,
    problem,
    refetch,
  } = useAnswer(eventsQuestion(kindsOf(shown.group), { limit: LIMIT, offset }), 60);
  const groups = Object.entries(EVENT_GROUPS).map(([group, words]) => [group, t(words)] as const);
  return (
    <>
      <div className="events__filter">
        <Select
          label={t`Kind`}
          choices={[["", t`The boat`], ...groups]}
          value={shown.group ?? ""}
          onChoose={(group) => onShow({ ...shown, group: groupOf(group), page: 1 })}
        />
        <AsOf storedAt={storedAt} />
      </div>
      {problem === null ? null : <ProblemNotice problem={problem} onRetry={refetch} />}
      {events === undefined && problem === null ? <Skeleton height="4rem" count={6} /> : null}
      {events?.length === 0 ? (
        <Empty icon="clock" title={t`Nothing of this kind happened yet`}>
          <p>
            <Trans>Departures and arrivals, alerts, silences and their ends appear here.</Trans>
          </p>
        </Empty>
      ) : null}
      {events === undefined || events.length === 0 ? null : (
        <ul className="rows" aria-label={t`What happened`}>
          {events.map((event) => (
            <li key={event.id}>
              <EventRow event={event} />
            </li>
          ))}
        </ul>
      )}
      <Pager
        page={shown.page}
        limit={LIMIT}
        shown={events?.length ?? 0}
        total={total}
        addressOf={(page) => addressWith(EVENTS_PATH, writeEvents({ ...shown, page }))}
      />
    </>
  );
}

function EventRow({ event }: { readonly event: EventLine }) {
  const { i18n } = useLingui();
  const display = useDisplay();
  const ruleName = useAlertName();
  const { icon = "clock", group } = EVENT_KINDS[event.channel] ?? {};
  const about = event.log?.name ?? event.stay?.moorage ?? null;
  const speech = { i18n, ruleName, miles: (nm: number) => spoken(nauticalMiles(nm, display)) };
  return (
    <Line to={eventPath(event)}>
      <span className="row__icon">
        <Icon name={icon} />
      </span>
      <span className="row__words">
        <span className="row__title">{eventWords(event, speech)}</span>
        {group === "work" && about !== null ? <span className="row__sub">{about}</span> : null}
      </span>
      <span className="events__when">
        {event.time === null ? "" : formatInstant(event.time, display)}
        {event.waiting && group === "work" ? (
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
