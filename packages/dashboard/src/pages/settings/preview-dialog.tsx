import { Plural, Trans, useLingui } from "@lingui/react/macro";
import type { ApiProblem } from "../../api/problem.ts";
import type { FoldPreview, TouchedLog } from "../../api/voyages/thresholds.ts";
import { useDisplay } from "../../preferences/display.tsx";
import { Button } from "../../ui/button.tsx";
import { Dialog, DialogAnswers } from "../../ui/dialog.tsx";
import { ProblemNotice } from "../../ui/page/notice.tsx";
import { formatInstant, formatInstants } from "../../units/instant.ts";

interface PreviewDialogProps {
  readonly preview: FoldPreview | null;
  readonly busy: boolean;
  readonly problem: ApiProblem | null;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}

/** Logs listed by name; the rest are counted. */
const NAMED = 6;

/** Previews how changed thresholds affect the logbook. */
export function PreviewDialog({ preview, busy, problem, onConfirm, onClose }: PreviewDialogProps) {
  const { t } = useLingui();
  if (preview === null) return null;
  const { added, removed, changed, unchanged } = preview;
  const nothing = added.length + removed.length + changed.length === 0;
  return (
    <Dialog title={t`Preview`} open busy={busy} onClose={onClose}>
      {problem === null ? null : <ProblemNotice problem={problem} />}
      {nothing ? (
        <p>
          <Trans>No log would change.</Trans>
        </p>
      ) : null}
      <Touched title={t`New`} logs={added} />
      <Touched title={t`Gone`} logs={removed} />
      <Touched title={t`Other times`} logs={changed} />
      <p className="settings__aside">
        <Plural value={unchanged} one="# log stays as it is." other="# logs stay as they are." />
      </p>
      <DialogAnswers>
        <Button kind="quiet" disabled={busy} onClick={onClose}>
          <Trans>Cancel</Trans>
        </Button>
        <Button busy={busy} onClick={onConfirm}>
          <Trans>Confirm</Trans>
        </Button>
      </DialogAnswers>
    </Dialog>
  );
}

function Touched({ title, logs }: { readonly title: string; readonly logs: readonly TouchedLog[] }) {
  const display = useDisplay();
  if (logs.length === 0) return null;
  const more = logs.length - NAMED;
  return (
    <section>
      <h3>
        {title}: {logs.length}
      </h3>
      <ul>
        {logs.slice(0, NAMED).map(({ name, started, ended }) => (
          <li key={`${started?.getTime()}`}>
            {name}
            <span className="settings__aside">
              {started === null
                ? null
                : ended === null
                  ? formatInstant(started, display)
                  : formatInstants(started, ended, display)}
            </span>
          </li>
        ))}
      </ul>
      {more > 0 ? (
        <p className="settings__aside">
          <Plural value={more} one="and # more" other="and # more" />
        </p>
      ) : null}
    </section>
  );
}
