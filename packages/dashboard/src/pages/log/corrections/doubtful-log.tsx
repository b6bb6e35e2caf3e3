import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { doubtQuestion } from "../../../api/logs/doubt.ts";
import type { Log } from "../../../api/logs/log.ts";
import type { TrackPoint } from "../../../api/logs/track.ts";
import { useAnswer } from "../../../queries/use-answer.ts";
import type { Correction } from "./correction.ts";
import { CorrectionButton } from "./correction-button.tsx";
import { PreviewDialog } from "./preview-dialog.tsx";
import { useDecisions } from "./use-decisions.ts";
import "./doubtful-log.css";

/** Asks whether a doubtful log is right. Nothing for any other. */
export function DoubtfulLog({ log, track }: { readonly log: Log; readonly track: readonly TrackPoint[] }) {
  const { t } = useLingui();
  const [chosen, choose] = useState<Correction | null>(null);
  const { value: doubt = null } = useAnswer(doubtQuestion(log.id));
  const decisions = useDecisions(log, track, doubt);
  return (
    <>
      {doubt === null ? null : (
        <section className="doubtful-log" aria-label={t`Is this log right?`}>
          <h2>{t`Is this log right?`}</h2>
          <p>{t`It is not certain where it begins or ends: ${doubt.reasons}.`}</p>
          <div className="doubtful-log__choices">
            {decisions.map((one) => (
              <CorrectionButton key={one.words} correction={one} onChoose={choose} />
            ))}
          </div>
        </section>
      )}
      <PreviewDialog correction={chosen} log={log.id} onClose={() => choose(null)} />
    </>
  );
}
