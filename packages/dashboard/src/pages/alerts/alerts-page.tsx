import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { useEffect, useRef } from "react";
import { pastAlertsQuestion, raisedAlertsQuestion } from "../../api/alerts/alerts.ts";
import { acknowledgeAlert } from "../../api/alerts/answer-alerts.ts";
import { rulesQuestion } from "../../api/alerts/rules.ts";
import { presentQuestion } from "../../api/boat/present.ts";
import { AlertRow } from "../../features/alerts/alert-row.tsx";
import { anchorWatchOf } from "../../features/alerts/anchor-watch.ts";
import { useAnswer } from "../../queries/use-answer.ts";
import { useCommand } from "../../queries/use-command.ts";
import { useLive } from "../../queries/use-live.ts";
import { navigate, useLocation } from "../../routing/location.ts";
import { ALERTS_PATH } from "../../routing/paths.ts";
import { AsOf } from "../../ui/figures/as-of.tsx";
import { Empty } from "../../ui/page/empty.tsx";
import { ProblemNotice } from "../../ui/page/notice.tsx";
import { Page } from "../../ui/page/page.tsx";
import { Skeleton } from "../../ui/page/skeleton.tsx";
import { AnchorWatchCard } from "./anchor-watch-card.tsx";
import { RulesCard } from "./rules-card.tsx";
import "./alerts-page.css";

/** Poll interval while no events arrive. */
const REFRESH_SECONDS = 30;

/** The alert to acknowledge from a message's link; null if there is none. */
function asked(location: string): number | null {
  const id = Number(new URLSearchParams(location.split("?")[1] ?? "").get("acknowledge"));
  return Number.isSafeInteger(id) && id > 0 ? id : null;
}

/** Active and past alerts, and the rules. A message's link acknowledges its alert. */
export function AlertsPage() {
  const { t } = useLingui();
  const id = asked(useLocation());
  const refresh = useLive() ? null : REFRESH_SECONDS;
  const { value: raised, storedAt, problem, refetch } = useAnswer(raisedAlertsQuestion, refresh);
  const { value: past, refetch: refetchPast } = useAnswer(pastAlertsQuestion, refresh);
  const acknowledge = useCommand(acknowledgeAlert);
  const begun = useRef<number | null>(null);
  const { run } = acknowledge;
  useEffect(() => {
    if (id === null || begun.current === id) return;
    begun.current = id;
    void run(id).then(() => {
      // Going back must not acknowledge newer alerts.
      navigate(ALERTS_PATH, "replace");
      refetch();
    });
  }, [id, run, refetch]);
  const changed = () => {
    refetch();
    refetchPast();
  };
  const isKnown = raised !== undefined && past !== undefined;
  // All cards appear at once, so that none moves under a finger.
  const rules = useAnswer(rulesQuestion);
  const present = useAnswer(presentQuestion);
  const isPending = [rules, present].some((one) => one.value === undefined && one.problem === null);
  const waits = problem === null && (!isKnown || isPending);
  // At anchor, or armed, the anchor watch is what this page is opened for.
  const isWatched =
    anchorWatchOf(rules.value ?? []) !== null ||
    (present.value?.log === null && present.value.stay?.stayCode === 2);
  return (
    <Page
      title={t`Alerts`}
      sub={
        raised === undefined ? (
          "…"
        ) : raised.length === 0 ? (
          <Trans>No alert is raised</Trans>
        ) : (
          <Plural value={raised.length} one="# active alert" other="# active alerts" />
        )
      }
      aside={<AsOf storedAt={storedAt} />}
    >
      {problem === null ? null : <ProblemNotice problem={problem} onRetry={refetch} />}
      {acknowledge.problem === null ? null : <ProblemNotice problem={acknowledge.problem} />}
      {waits ? <Skeleton height="5rem" count={3} /> : null}
      {isWatched && !waits ? <AnchorWatchCard /> : null}
      {isKnown && raised.length > 0 ? (
        <ul className="alerts" aria-label={t`Raised`}>
          {raised.map((alert) => (
            <AlertRow key={alert.id} alert={alert} onChange={changed} />
          ))}
        </ul>
      ) : null}
      {isKnown && !waits && raised.length + past.length === 0 ? (
        <Empty icon="check" title={t`No alerts`}>
          <p>
            <Trans>Anything wrong on board is shown here, and you get a message.</Trans>
          </p>
        </Empty>
      ) : null}
      {waits ? null : (
        <div className={isWatched ? "alerts-page" : "alerts-page alerts-page--both"}>
          {isWatched ? null : <AnchorWatchCard />}
          <RulesCard />
        </div>
      )}
      {isKnown && !waits && past.length > 0 ? (
        <section aria-label={t`Past alerts`}>
          <h2 className="alerts__title">
            <Trans>Past alerts</Trans>
          </h2>
          <ul className="alerts">
            {past.map((alert) => (
              <AlertRow key={alert.id} alert={alert} onChange={changed} />
            ))}
          </ul>
        </section>
      ) : null}
    </Page>
  );
}
