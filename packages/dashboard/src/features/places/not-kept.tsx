import { Trans } from "@lingui/react/macro";
import type { ApiProblem } from "../../api/problem.ts";
import { ProblemNotice } from "../../ui/page/notice.tsx";

interface NotKeptProps {
  readonly problem: ApiProblem;
  readonly onRetry: () => void;
}

/** Explains a missing part of a page: not cached on this device when offline, otherwise the server's error. */
export function NotKept({ problem, onRetry }: NotKeptProps) {
  if (problem.status !== 0) return <ProblemNotice problem={problem} onRetry={onRetry} />;
  return (
    <p className="places__quiet">
      <Trans>This device has not kept it. It will be here again when the server answers.</Trans>
    </p>
  );
}
