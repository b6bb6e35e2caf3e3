import { Trans } from "@lingui/react/macro";
import type { ApiProblem } from "../../api/problem.ts";
import { ProblemNotice } from "../../ui/page/notice.tsx";

interface NotKeptProps {
  readonly problem: ApiProblem;
  readonly onRetry: () => void;
}

/** Says why a part of a page is missing: without a link, that this device has not kept it; else what the server said. */
export function NotKept({ problem, onRetry }: NotKeptProps) {
  if (problem.status !== 0) return <ProblemNotice problem={problem} onRetry={onRetry} />;
  return (
    <p className="places__quiet">
      <Trans>This device has not kept it. It will be here again when the server answers.</Trans>
    </p>
  );
}
