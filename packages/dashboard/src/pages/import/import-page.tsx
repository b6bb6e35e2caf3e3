import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { DropZone } from "react-aria-components";
import { undoImport } from "../../api/boat/first-steps.ts";
import { type Import, importsQuestion } from "../../api/boat/imports.ts";
import { useOnline } from "../../offline/connectivity.ts";
import { useDisplay } from "../../preferences/display.tsx";
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
import { useImport } from "./use-import.ts";
import "./import-page.css";

/** Imports a boat's history from files: each is previewed before it is stored, and can be undone. */
export function ImportPage() {
  const { t } = useLingui();
  const { value: imports, problem, refetch } = useAnswer(importsQuestion);
  const { name, reading, storing, undoing, choose, preview, store, cancel } = useImport();
  const trouble = undoing.problem ?? storing.problem ?? reading.problem;
  return (
    <Page title={t`Import`} sub={t`What was recorded elsewhere becomes logs, as if the boat had been here.`}>
      <div className="import">
        {trouble === null ? null : <ProblemNotice problem={trouble} />}
        {storing.state.at === "done" ? (
          <Notice tone="good" icon="check" title={t`${name} is in your logbook`}>
            <p className="notice__more">
              <Trans>Names, distances and moorages follow within a minute.</Trans>{" "}
              <Link to={LOGS_PATH}>
                <Trans>See the logs</Trans>
              </Link>
            </p>
          </Notice>
        ) : null}
        {reading.state.at === "busy" ? (
          <Underway title={t`Reading ${name}`} share={reading.state.share ?? 0} onCancel={reading.cancel} />
        ) : storing.state.at === "busy" ? (
          <Underway title={t`Storing ${name}`} share={storing.state.share ?? 0} onCancel={storing.cancel} />
        ) : storing.state.at === "failed" && preview !== null ? (
          <Card title={t`${name} is stored in part`}>
            <div className="import__answers">
              <Button disabled={undoing.running} onClick={() => store(preview.id)}>
                <Trans>Go on</Trans>
              </Button>
              <Button kind="quiet" busy={undoing.running} onClick={() => void undoing.run(preview.id)}>
                <Trans>Undo</Trans>
              </Button>
            </div>
          </Card>
        ) : storing.state.at === "idle" && preview !== null ? (
          <PreviewCard name={name} preview={preview} onStore={() => store(preview.id)} onCancel={cancel} />
        ) : (
          <Chooser onFile={choose} />
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
  const display = useDisplay();
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
          {first === null || last === null ? "" : `, ${formatInstants(first, last, display)}`}
        </span>
        <span className="import__aside">
          {madeAt === null ? "" : t`imported ${formatInstant(madeAt, display)}`}
        </span>
      </div>
      {problem === null ? null : <ProblemNotice problem={problem} />}
      <ConfirmButton
        words={t`Undo`}
        question={t`This removes the rows imported from ${shown} and the logs made from them.`}
        busy={running}
        disabled={!online}
        onConfirm={run}
      />
    </li>
  );
}
