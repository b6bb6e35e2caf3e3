import { Trans, useLingui } from "@lingui/react/macro";
import type { Alert } from "../../api/alerts/alerts.ts";
import { acknowledgeAlert, snoozeAlert } from "../../api/alerts/answer-alerts.ts";
import { useDisplay } from "../../preferences/display.tsx";
import { useCommand } from "../../queries/use-command.ts";
import { useNow } from "../../queries/use-now.ts";
import { Button } from "../../ui/button.tsx";
import { Icon } from "../../ui/icon.tsx";
import { ProblemNotice } from "../../ui/page/notice.tsx";
import { formatInstant, formatInstants } from "../../units/instant.ts";
import { useAlertName } from "./alert-name.ts";
import { useAlertWords } from "./alert-words.ts";
import { SEVERITY_WORDS } from "./severity.ts";
import "./alert-row.css";

const SNOOZE_MINUTES = 60;

/** When it was raised and ended. */
function Times({ alert: { raisedAt, clearedAt } }: { readonly alert: Alert }) {
  const display = useDisplay();
  if (raisedAt === null) return null;
  if (clearedAt !== null) return formatInstants(raisedAt, clearedAt, display);
  return <Trans>Since {formatInstant(raisedAt, display)}</Trans>;
}

/** Acknowledgement and snooze. */
function Done({ alert: { acknowledgedAt, acknowledgedBy, snoozedUntil } }: { readonly alert: Alert }) {
  const display = useDisplay();
  const now = useNow();
  if (acknowledgedAt !== null) {
    const time = formatInstant(acknowledgedAt, display);
    return acknowledgedBy === null ? (
      <Trans>Acknowledged, {time}</Trans>
    ) : (
      <Trans>
        Acknowledged by {acknowledgedBy}, {time}
      </Trans>
    );
  }
  if (snoozedUntil === null || snoozedUntil <= now) return null;
  return <Trans>Silent until {formatInstant(snoozedUntil, display)}</Trans>;
}

/** An alert, with actions while it is active. */
export function AlertRow({ alert, onChange }: { readonly alert: Alert; readonly onChange: () => void }) {
  const { i18n } = useLingui();
  const name = useAlertName()(alert);
  const wordsOf = useAlertWords();
  const acknowledge = useCommand(acknowledgeAlert);
  const snooze = useCommand(snoozeAlert);
  const problem = acknowledge.problem ?? snooze.problem;
  const isOpen = alert.raised && alert.acknowledgedAt === null;
  const then = (succeeded: boolean) => {
    if (succeeded) onChange();
  };
  return (
    <li className={alert.raised ? "alert alert--raised" : "alert"}>
      <span className="alert__icon">
        <Icon name={alert.raised ? "alert" : "check"} />
      </span>
      <div className="alert__words">
        <p className="alert__title">
          {name}{" "}
          <span className="alert__state">
            {alert.raised ? i18n._(SEVERITY_WORDS[alert.severity]) : <Trans>over</Trans>}
          </span>
        </p>
        <p>{wordsOf(alert)}</p>
        <p className="alert__times">
          <Times alert={alert} />
        </p>
        <p className="alert__times">
          <Done alert={alert} />
        </p>
        {problem === null ? null : <ProblemNotice problem={problem} />}
        {isOpen ? (
          <div className="alert__actions">
            <Button
              kind="main"
              busy={acknowledge.running}
              onClick={() => void acknowledge.run(alert.id).then(then)}
            >
              <Trans>Acknowledge</Trans>
            </Button>
            <Button
              kind="quiet"
              busy={snooze.running}
              onClick={() => void snooze.run(alert.id, SNOOZE_MINUTES).then(then)}
            >
              <Trans>Silence for an hour</Trans>
            </Button>
          </div>
        ) : null}
      </div>
    </li>
  );
}
