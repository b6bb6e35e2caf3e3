import type { ReactNode } from "react";
import type { ApiProblem } from "../../api/problem.ts";
import { sentence } from "../../api/sentence.ts";
import { Button } from "../button.tsx";
import { Icon, type IconName } from "../icon.tsx";
import "./notice.css";

interface NoticeProps {
  readonly tone: "plain" | "good" | "warn" | "bad";
  readonly icon: IconName;
  readonly title: string;
  /** For the controls that it is about to refer to. */
  readonly id?: string | undefined;
  readonly children?: ReactNode;
}

/** A message that stays where it is. Screen readers read bad ones out at once, others when there is time. */
export function Notice({ tone, icon, title, id, children }: NoticeProps) {
  return (
    <div id={id} className={`notice notice--${tone}`} role={tone === "bad" ? "alert" : "status"}>
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

/** A problem as the API describes it: message, details, hint. */
export function ProblemNotice({ problem, id, onRetry }: ProblemNoticeProps) {
  return (
    <Notice
      id={id}
      tone="bad"
      icon={problem.status === 0 ? "offline" : "alert"}
      title={sentence(problem.message)}
    >
      {problem.details === null ? null : <p className="notice__more">{problem.details}</p>}
      {problem.hint === null ? null : <p className="notice__more">{problem.hint}</p>}
      {onRetry === undefined ? null : (
        <div className="notice__action">
          <Button kind="quiet" onClick={onRetry}>
            Try again
          </Button>
        </div>
      )}
    </Notice>
  );
}
