import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { editsQuestion } from "../../../api/logs/edits.ts";
import { useOnline } from "../../../offline/connectivity.ts";
import { useAnswer } from "../../../queries/use-answer.ts";
import { Button } from "../../../ui/button.tsx";
import { Card } from "../../../ui/page/card.tsx";
import type { Correction } from "./correction.ts";
import { PreviewDialog } from "./preview-dialog.tsx";
import { useEditWords, useUndo } from "./use-undo.ts";
import "./newest-correction.css";

/** The newest correction, shown where it has removed a log. Nothing if there is none. */
export function NewestCorrection({ log }: { readonly log: number }) {
  const { t } = useLingui();
  const online = useOnline();
  const [chosen, choose] = useState<Correction | null>(null);
  const { value: edits = [] } = useAnswer(editsQuestion(null));
  const undo = useUndo(edits[0], log);
  const words = useEditWords();
  if (edits[0] === undefined || undo === null) return null;
  return (
    <Card title={t`Newest correction`}>
      <div className="newest-correction">
        <p>{words(edits[0])}</p>
        <Button kind="quiet" disabled={!online} onClick={() => choose(undo)}>
          {undo.words}
        </Button>
      </div>
      <PreviewDialog correction={chosen} log={log} onClose={() => choose(null)} />
    </Card>
  );
}
