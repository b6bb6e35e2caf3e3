import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { useRef, useState } from "react";
import { DropZone } from "react-aria-components";
import { undoImport } from "../../api/boat/first-steps.ts";
import {
  type Import,
  type ImportPreview,
  importsQuestion,
  storeBatch,
  uploadFile,
} from "../../api/boat/imports.ts";
import { ApiProblem } from "../../api/problem.ts";
import { newKey } from "../../offline/change.ts";
import { useOnline } from "../../offline/connectivity.ts";
import { useDisplay } from "../../preferences/display.ts";
import { refetchAll } from "../../queries/answers.ts";
import { useAnswer } from "../../queries/use-answer.ts";
import { useCommand } from "../../queries/use-command.ts";
import { Link } from "../../routing/link.tsx";
import { LOGS_PATH } from "../../routing/paths.ts";
import { Button } from "../../ui/button.tsx";
import { ConfirmButton } from "../../ui/confirm-button.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Card } from "../../ui/page/card.tsx";
import { Notice, ProblemNotice } from "../../ui/page/notice.tsx";
import { Page } from "../../ui/page/page.tsx";
import { formatInstant, formatInstants } from "../../units/instant.ts";
import { PreviewCard } from "./preview-card.tsx";
import "./import-page.css";

/** What happens to a file: it is on its way, waits for a decision, is being stored, stopped on the way, or is in. */
type State =
  | { readonly at: "choosing" }
  | { readonly at: "reading"; readonly name: string; readonly share: number }
  | { readonly at: "shown"; readonly name: string; readonly preview: ImportPreview }
  | { readonly at: "storing"; readonly name: string; readonly share: number }
  | { readonly at: "stopped"; readonly name: string; readonly id: number; readonly key: string }
  | { readonly at: "done"; readonly name: string };

/** Brings a boat's past from files: each is shown before it is stored, and can be taken back. */
export function ImportPage() {
  const { t } = useLingui();
  const { value: imports, problem, refetch } = useAnswer(importsQuestion);
  const [state, setState] = useState<State>({ at: "choosing" });
  const calledOff = useRef(new AbortController());

  const reading = useCommand(async (file: File) => {
    calledOff.current = new AbortController();
    const { signal } = calledOff.current;
    const { name } = file;
    setState({ at: "reading", name, share: 0 });
    try {
      const preview = await uploadFile(file, (share) => setState({ at: "reading", name, share }), signal);
      setState({ at: "shown", name, preview });
    } catch (thrown) {
      setState({ at: "choosing" });
      if (!signal.aborted) throw thrown;
    }
  });

  const storing = useCommand(async (name: string, id: number, firstKey: string) => {
    calledOff.current = new AbortController();
    const { signal } = calledOff.current;
    let [stored, key] = [0, firstKey];
    setState({ at: "storing", name, share: 0 });
    try {
      for (let left = 1; left > 0; ) {
        left = await storeBatch(id, key);
        key = newKey();
        stored++;
        setState({ at: "storing", name, share: stored / (stored + left) });
        if (signal.aborted) {
          await undoImport(id);
          setState({ at: "choosing" });
          return;
        }
      }
      setState({ at: "done", name });
    } catch (thrown) {
      // What was not answered may be done; what was refused is not.
      const isRefused = thrown instanceof ApiProblem && thrown.status >= 400;
      setState({ at: "stopped", name, id, key: isRefused ? newKey() : key });
      throw thrown;
    } finally {
      refetchAll();
    }
  });

  const undoing = useCommand(async (id: number) => {
    await undoImport(id);
    setState({ at: "choosing" });
    refetchAll();
  });

  const trouble = undoing.problem ?? reading.problem ?? (state.at === "stopped" ? storing.problem : null);
  return (
    <Page title={t`Import`} sub={t`What was recorded elsewhere becomes logs, as if the boat had been here.`}>
      <div className="import">
        {trouble === null ? null : <ProblemNotice problem={trouble} />}
        {state.at === "done" ? (
          <Notice tone="good" icon="check" title={t`${state.name} is in your logbook`}>
            <p className="notice__more">
              <Trans>Names, distances and moorages follow within a minute.</Trans>{" "}
              <Link to={LOGS_PATH}>
                <Trans>See the logs</Trans>
              </Link>
            </p>
          </Notice>
        ) : null}
        {state.at === "choosing" || state.at === "done" ? (
          <Chooser onFile={(file) => void reading.run(file)} />
        ) : state.at === "shown" ? (
          <PreviewCard
            name={state.name}
            preview={state.preview}
            onStore={() => void storing.run(state.name, state.preview.id, newKey())}
            onCancel={() => setState({ at: "choosing" })}
          />
        ) : state.at === "stopped" ? (
          <Card title={t`${state.name} is stored in part`}>
            <div className="import__answers">
              <Button
                disabled={undoing.running}
                onClick={() => void storing.run(state.name, state.id, state.key)}
              >
                <Trans>Go on</Trans>
              </Button>
              <Button kind="quiet" busy={undoing.running} onClick={() => void undoing.run(state.id)}>
                <Trans>Undo</Trans>
              </Button>
            </div>
          </Card>
        ) : (
          <Underway
            title={state.at === "reading" ? t`Reading ${state.name}` : t`Storing ${state.name}`}
            share={state.share}
            onCancel={() => calledOff.current.abort()}
          />
        )}
        {problem === null ? null : <ProblemNotice problem={problem} onRetry={refetch} />}
        {imports === undefined || imports.length === 0 ? null : <Imports imports={imports} />}
      </div>
    </Page>
  );
}

function Chooser({ onFile }: { readonly onFile: (file: File) => void }) {
  const { t } = useLingui();
  const online = useOnline();
  const [file, setFile] = useState<HTMLInputElement | null>(null);
  return (
    <DropZone
      className="import__drop"
      aria-label={t`Drop a file here`}
      isDisabled={!online}
      getDropOperation={() => "copy"}
      onDrop={(dropped) => {
        const item = dropped.items.find((one) => one.kind === "file");
        if (item?.kind === "file") void item.getFile().then(onFile);
      }}
    >
      <Icon name="import" size={40} />
      <p className="import__lead">
        <Trans>Drop a file here</Trans>
      </p>
      <p>
        <Trans>GPX, KML, NMEA 0183, Signal K history (JSON) or CSV, packed as .gz too, up to 64 MB.</Trans>
      </p>
      <Button icon="import" disabled={!online} onClick={() => file?.click()}>
        <Trans>Choose a file</Trans>
      </Button>
      <input
        ref={setFile}
        className="visually-hidden"
        type="file"
        tabIndex={-1}
        aria-label={t`File`}
        accept=".gpx,.kml,.nmea,.log,.txt,.json,.csv,.gz"
        onChange={(event) => {
          const chosen = event.target.files?.[0];
          if (chosen !== undefined) onFile(chosen);
          event.target.value = "";
        }}
      />
    </DropZone>
  );
}

interface UnderwayProps {
  readonly title: string;
  readonly share: number;
  readonly onCancel: () => void;
}

function Underway({ title, share, onCancel }: UnderwayProps) {
  const percent = Math.round(share * 100);
  return (
    <Card title={title}>
      <progress className="import__progress" max={100} value={percent} aria-label={title} />
      <div className="import__answers">
        <span>{percent} %</span>
        <Button kind="quiet" onClick={onCancel}>
          <Trans>Cancel</Trans>
        </Button>
      </div>
    </Card>
  );
}

function Imports({ imports }: { readonly imports: readonly Import[] }) {
  const { t } = useLingui();
  return (
    <Card title={t`What was imported`}>
      <ul className="import__list">
        {imports.map((one) => (
          <ImportRow key={one.id} {...one} />
        ))}
      </ul>
    </Card>
  );
}

function ImportRow({ id, sample, name, madeAt, rows, first, last }: Import) {
  const { t } = useLingui();
  const { clock } = useDisplay();
  const online = useOnline();
  const { run, running, problem } = useCommand(async () => {
    await undoImport(id);
    refetchAll();
  });
  const shown = sample ? t`Sample voyage` : name;
  return (
    <li className="import__row">
      <div className="import__words">
        <strong>{shown}</strong>
        <span className="import__aside">
          <Plural value={rows} one="# row" other="# rows" />
          {first === null || last === null ? "" : `, ${formatInstants(first, last, clock)}`}
        </span>
        <span className="import__aside">
          {madeAt === null ? "" : t`imported ${formatInstant(madeAt, clock)}`}
        </span>
      </div>
      {problem === null ? null : <ProblemNotice problem={problem} />}
      <ConfirmButton
        words={t`Undo`}
        question={t`This removes the rows that ${shown} brought, and the logs that came of them.`}
        busy={running}
        disabled={!online}
        onConfirm={run}
      />
    </li>
  );
}
