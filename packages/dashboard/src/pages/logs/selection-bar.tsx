import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import type { FoundLog } from "../../api/logbook/find-logs.ts";
import { deleteLog, joinLogs } from "../../api/logs/corrections.ts";
import { EXPORT_FORMATS, type ExportFormat, exportLogs } from "../../api/logs/export-log.ts";
import { useOnline } from "../../offline/connectivity.ts";
import { refetchAll } from "../../queries/answers.ts";
import { useCommand } from "../../queries/use-command.ts";
import { TIMELAPSE_PATH } from "../../routing/paths.ts";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { Menu } from "../../ui/choices/menu.tsx";
import { Dialog, DialogAnswers } from "../../ui/dialog.tsx";
import { ProblemNotice } from "../../ui/page/notice.tsx";
import { saveFile } from "../../ui/save-file.ts";
import "./selection-bar.css";

const FORMAT_WORDS: Readonly<Record<ExportFormat, string>> = { gpx: "GPX", kml: "KML", geojson: "GeoJSON" };

interface SelectionBarProps {
  readonly logs: readonly FoundLog[];
  readonly onDone: () => void;
}

/** Actions for the selected logs. */
export function SelectionBar({ logs, onDone }: SelectionBarProps) {
  const { t } = useLingui();
  const online = useOnline();
  const [asked, setAsked] = useState<"join" | "delete" | null>(null);
  const ids = logs.map(({ id }) => id);
  const exporting = useCommand(async (format: ExportFormat) => {
    saveFile(await exportLogs(ids, format), `logs.${format}`);
  });
  const none = logs.length === 0;
  return (
    <section className="selection" aria-label={t`Selected logs`}>
      <p role="status">
        <Plural value={logs.length} _0="Tap the logs you mean" one="# log selected" other="# logs selected" />
      </p>
      <div className="selection__actions">
        <Button kind="quiet" disabled={logs.length < 2 || !online} onClick={() => setAsked("join")}>
          <Trans>Join</Trans>
        </Button>
        {none || !online ? (
          <Button kind="quiet" icon="download" disabled>
            <Trans>Export</Trans>
          </Button>
        ) : (
          <Menu
            label={t`Export`}
            icon="download"
            choices={EXPORT_FORMATS.map((format) => ({
              words: FORMAT_WORDS[format],
              onChoose: () => void exporting.run(format),
            }))}
          />
        )}
        {none ? null : (
          <ButtonLink kind="quiet" to={`${TIMELAPSE_PATH}?logs=${ids.join(",")}`}>
            <Trans>Time-lapse</Trans>
          </ButtonLink>
        )}
        <Button kind="quiet" disabled={none || !online} onClick={() => setAsked("delete")}>
          <Trans>Delete</Trans>
        </Button>
        <Button icon="close" onClick={onDone}>
          <Trans>Done</Trans>
        </Button>
      </div>
      {exporting.problem === null ? null : <ProblemNotice problem={exporting.problem} />}
      {asked === "join" ? <JoinDialog logs={logs} onClose={() => setAsked(null)} onJoined={onDone} /> : null}
      {asked === "delete" ? (
        <DeleteDialog logs={logs} onClose={() => setAsked(null)} onDeleted={onDone} />
      ) : null}
    </section>
  );
}

function Names({ logs }: { readonly logs: readonly FoundLog[] }) {
  return (
    <ul className="selection__names">
      {logs.map(({ id, name }) => (
        <li key={id}>{name ?? <Trans>Log {id}</Trans>}</li>
      ))}
    </ul>
  );
}

interface JoinDialogProps {
  readonly logs: readonly FoundLog[];
  readonly onClose: () => void;
  readonly onJoined: () => void;
}

function JoinDialog({ logs, onClose, onJoined }: JoinDialogProps) {
  const { t } = useLingui();
  const inOrder = [...logs].sort((a, b) => (a.started?.getTime() ?? 0) - (b.started?.getTime() ?? 0));
  const { run, running, problem } = useCommand(async () => {
    const [first, last] = [inOrder[0], inOrder.at(-1)];
    if (first !== undefined && last !== undefined) await joinLogs(first.id, last.id);
    refetchAll();
    onJoined();
  });
  return (
    <Dialog title={t`Join into one log`} open onClose={onClose} busy={running}>
      <Names logs={inOrder} />
      <p>
        <Trans>
          They become one log, with everything that lies between the first and the last of them, stays and
          other logs too. The earliest keeps its name and notes. On its page this can be undone.
        </Trans>
      </p>
      {problem === null ? null : <ProblemNotice problem={problem} />}
      <DialogAnswers>
        <Button kind="quiet" disabled={running} onClick={onClose}>
          <Trans>Cancel</Trans>
        </Button>
        <Button busy={running} onClick={() => void run()}>
          <Trans>Join</Trans>
        </Button>
      </DialogAnswers>
    </Dialog>
  );
}

interface DeleteDialogProps {
  readonly logs: readonly FoundLog[];
  readonly onClose: () => void;
  readonly onDeleted: () => void;
}

function DeleteDialog({ logs, onClose, onDeleted }: DeleteDialogProps) {
  const { t } = useLingui();
  const { run, running, problem } = useCommand(async () => {
    try {
      for (const { id } of logs) await deleteLog(id);
    } finally {
      refetchAll();
    }
    onDeleted();
  });
  return (
    <Dialog title={t`Delete these logs?`} open onClose={onClose} busy={running}>
      <Names logs={logs} />
      <p>
        <Trans>
          Mark as not trips? The stays before and after each will be merged. What the boat measured is kept.
        </Trans>
      </p>
      {problem === null ? null : <ProblemNotice problem={problem} />}
      <DialogAnswers>
        <Button kind="quiet" disabled={running} onClick={onClose}>
          <Trans>Cancel</Trans>
        </Button>
        <Button busy={running} onClick={() => void run()}>
          <Trans>Delete</Trans>
        </Button>
      </DialogAnswers>
    </Dialog>
  );
}
