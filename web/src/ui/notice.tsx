import type { ReactNode } from "react";
import type { ApiProblem } from "../api/problem.ts";
import { Button } from "./button.tsx";
import { Icon, type IconName } from "./icon.tsx";
import "./notice.css";

interface NoticeProps {
  readonly tone: "plain" | "good" | "warn" | "bad";
  readonly icon: IconName;
  readonly title: string;
  readonly children?: ReactNode;
}

/** A message that stays where it is. Bad ones are read out at once, others when there is time. */
export function Notice({ tone, icon, title, children }: NoticeProps) {
  return (
    <div className={`notice notice--${tone}`} role={tone === "bad" ? "alert" : "status"}>
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
  readonly onRetry?: () => void;
}

/** An error of the API in its own words: message, details, hint. */
export function ProblemNotice({ problem, onRetry }: ProblemNoticeProps) {
  return (
    <Notice tone="bad" icon={problem.status === 0 ? "offline" : "alert"} title={problem.message}>
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
