import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { type Delivery, deliveriesQuestion } from "../../api/events/deliveries.ts";
import { useDisplay } from "../../preferences/display.tsx";
import { useAnswer } from "../../queries/use-answer.ts";
import { addressWith } from "../../routing/address.ts";
import { Link } from "../../routing/link.tsx";
import { EVENTS_PATH, SETTINGS_PATH } from "../../routing/paths.ts";
import { Select } from "../../ui/choices/select.tsx";
import { AsOf } from "../../ui/figures/as-of.tsx";
import { Icon, type IconName } from "../../ui/icon.tsx";
import { Empty } from "../../ui/page/empty.tsx";
import { ProblemNotice } from "../../ui/page/notice.tsx";
import { Pager } from "../../ui/page/pager.tsx";
import { Skeleton } from "../../ui/page/skeleton.tsx";
import { formatInstant } from "../../units/instant.ts";
import { DELIVERY_CHANNELS, DELIVERY_KINDS, DELIVERY_STATES } from "./delivery-words.ts";
import { type EventsShown, writeEvents } from "./events-shown.ts";

interface DeliveryListProps {
  readonly shown: EventsShown;
  readonly onShow: (shown: EventsShown) => void;
}

const LIMIT = 25;
const STATE_ICONS: Readonly<Record<Delivery["state"], IconName>> = {
  sent: "check",
  waiting: "clock",
  failed: "alert",
};

/** The signed-in user's messages, newest first. */
export function DeliveryList({ shown, onShow }: DeliveryListProps) {
  const { t } = useLingui();
  const offset = (shown.page - 1) * LIMIT;
  const {
    value: deliveries,
    total,
    storedAt,
    problem,
    refetch,
  } = useAnswer(deliveriesQuestion(shown.kind, { limit: LIMIT, offset }), 60);
  const kinds = Object.entries(DELIVERY_KINDS).map(([kind, words]) => [kind, t(words)] as const);
  return (
    <>
      <div className="events__filter">
        <Select
          label={t`Kind`}
          choices={[["", t`Every message`], ...kinds]}
          value={shown.kind ?? ""}
          onChoose={(kind) => onShow({ ...shown, kind: kind === "" ? null : kind, page: 1 })}
        />
        <AsOf storedAt={storedAt} />
      </div>
      {problem === null ? null : <ProblemNotice problem={problem} onRetry={refetch} />}
      {deliveries === undefined && problem === null ? <Skeleton height="4rem" count={6} /> : null}
      {deliveries?.length === 0 ? (
        <Empty icon="clock" title={t`No such message in the last 90 days`}>
          <p>
            <Trans>
              Choose your messages and channels in the <Link to={SETTINGS_PATH}>settings</Link>.
            </Trans>
          </p>
        </Empty>
      ) : null}
      {deliveries === undefined || deliveries.length === 0 ? null : (
        <ul className="rows" aria-label={t`What you were told`}>
          {deliveries.map((delivery) => (
            <li key={delivery.id}>
              <DeliveryRow delivery={delivery} />
            </li>
          ))}
        </ul>
      )}
      <Pager
        page={shown.page}
        limit={LIMIT}
        shown={deliveries?.length ?? 0}
        total={total}
        addressOf={(page) => addressWith(EVENTS_PATH, writeEvents({ ...shown, page }))}
      />
    </>
  );
}

function DeliveryRow({ delivery }: { readonly delivery: Delivery }) {
  const { t } = useLingui();
  const display = useDisplay();
  const { kind, channel, recipient, state, sent, stored, attempts, failure } = delivery;
  const kindWords = DELIVERY_KINDS[kind];
  const channelWords = DELIVERY_CHANNELS[channel];
  const way = channelWords === undefined ? channel : t(channelWords);
  const when = sent ?? stored;
  return (
    <div className="row events__row">
      <span className={`row__icon events__state--${state}`}>
        <Icon name={STATE_ICONS[state]} />
      </span>
      <span className="row__words">
        <span className="row__title">{delivery.subject}</span>
        <span className="row__sub">
          {[
            kindWords === undefined ? null : t(kindWords),
            recipient === null ? way : t`${way} to ${recipient}`,
          ]
            .filter((part) => part !== null)
            .join(", ")}
        </span>
        {failure === null ? null : <span className="events__failure">{failure}</span>}
      </span>
      <span className="events__when">
        <span className={`events__state events__state--${state}`}>{t(DELIVERY_STATES[state])}</span>
        {when === null ? "" : formatInstant(when, display)}
        {attempts > 1 ? <Plural value={attempts} one="# attempt" other="# attempts" /> : null}
      </span>
    </div>
  );
}
