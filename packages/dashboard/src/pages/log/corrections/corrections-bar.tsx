import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { editsQuestion } from "../../../api/logs/edits.ts";
import type { Log } from "../../../api/logs/log.ts";
import type { TrackPoint } from "../../../api/logs/track.ts";
import { useOnline } from "../../../offline/connectivity.ts";
import { useAnswer } from "../../../queries/use-answer.ts";
import { Menu } from "../../../ui/choices/menu.tsx";
import type { Correction } from "./correction.ts";
import { CorrectionButton } from "./correction-button.tsx";
import { PreviewDialog } from "./preview-dialog.tsx";
import { useCuts, useDeletion, useJoins } from "./use-corrections.ts";
import { useEditWords, useUndo } from "./use-undo.ts";
import "./corrections-bar.css";

interface CorrectionsBarProps {
  readonly log: Log;
  readonly track: readonly TrackPoint[];
  /** The selected moment; null if there is none. */
  readonly at: Date | null;
}

/** Corrects a log at the slider's moment. Each correction is previewed. */
export function CorrectionsBar({ log, track, at }: CorrectionsBarProps) {
  const { t } = useLingui();
  const online = useOnline();
  const [chosen, choose] = useState<Correction | null>(null);
  const { started: from, ended: to } = log;
  const { value: edits = [] } = useAnswer(editsQuestion(from === null || to === null ? null : { from, to }));
  const { split, trims } = useCuts(log, track, at);
  const joins = useJoins(log);
  const deletion = useDeletion(log);
  const undo = useUndo(edits[0], log.id);
  const words = useEditWords();
  return (
    <div className="corrections">
      {split.unable === null ? null : <p className="corrections__unable">{split.unable}</p>}
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for what is filled in */}
      <div className="corrections__buttons" role="group" aria-label={t`Put it right`}>
        <CorrectionButton correction={split} onChoose={choose} />
        <Menu
          label={t`Trim`}
          choices={trims.map((trim) => ({
            words: trim.words,
            disabled: !online || trim.unable !== null,
            onChoose: () => choose(trim),
          }))}
        />
        {[...joins, deletion, ...(undo === null ? [] : [undo])].map((one) => (
          <CorrectionButton key={one.words} correction={one} onChoose={choose} />
        ))}
      </div>
      {edits.length === 0 ? null : (
        <section className="corrections__made" aria-label={t`Corrections of this log`}>
          <h2>{t`Corrections of this log`}</h2>
          <ul>
            {edits.map((edit) => (
              <li key={edit.id}>{words(edit)}</li>
            ))}
          </ul>
        </section>
      )}
      <PreviewDialog correction={chosen} log={log.id} onClose={() => choose(null)} />
    </div>
  );
}
