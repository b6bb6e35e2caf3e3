import { Trans } from "@lingui/react/macro";
import { type ReactNode, Suspense } from "react";
import type { ApiProblem } from "../../api/problem.ts";
import { sentence } from "../../api/sentence.ts";
import { useSentences } from "../../preferences/display.tsx";
import { translated } from "../../server-messages/translated.ts";
import { Button } from "../button.tsx";
import { Icon, type IconName } from "../icon.tsx";
import "./notice.css";

interface NoticeProps {
  readonly tone: "plain" | "good" | "warn" | "bad";
  readonly icon: IconName;
  readonly title: ReactNode;
  /** For `aria-describedby` of the controls it is about. */
  readonly id?: string | undefined;
  /** Accessible name, for a notice that users look for. */
  readonly name?: string;
  readonly children?: ReactNode;
}

/** A persistent message. Screen readers announce bad ones at once, others when idle. */
export function Notice({ tone, icon, title, id, name, children }: NoticeProps) {
  return (
    // biome-ignore lint/a11y/useAriaPropsSupportedByRole: both of its roles may have a name
    <div
      id={id}
      className={`notice notice--${tone}`}
      role={tone === "bad" ? "alert" : "status"}
      aria-label={name}
    >
      <Icon name={icon} />
      <div className="notice__words">
        <p className="notice__title">{title}</p>
        {children}
      </div>
    </div>
  );
}

interface ProblemNoticeProps {
  readonly problem: ApiProblem;
  readonly id?: string;
  readonly onRetry?: () => void;
}

/** An API problem in the dashboard's language: message, details, hint. */
export function ProblemNotice(props: ProblemNoticeProps) {
  return (
    <Suspense fallback={null}>
      <ProblemWords {...props} />
    </Suspense>
  );
}

function ProblemWords({ problem, id, onRetry }: ProblemNoticeProps) {
  const display = useSentences();
  return (
    <Notice
      id={id}
      tone="bad"
      icon={problem.status === 0 ? "offline" : "alert"}
      title={sentence(translated(problem.message, display))}
    >
      {problem.details === null ? null : (
        <p className="notice__more">{translated(problem.details, display)}</p>
      )}
      {problem.hint === null ? null : <p className="notice__more">{translated(problem.hint, display)}</p>}
      {onRetry === undefined ? null : (
        <div className="notice__action">
          <Button kind="quiet" onClick={onRetry}>
            <Trans>Try again</Trans>
          </Button>
        </div>
      )}
    </Notice>
  );
}
