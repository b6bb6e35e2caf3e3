import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { thresholdChanges } from "../../api/voyages/threshold-changes.ts";
import {
  changeThresholds,
  type FoldPreview,
  previewThresholds,
  thresholdsQuestion,
} from "../../api/voyages/thresholds.ts";
import { useOnline } from "../../offline/connectivity.ts";
import { refetchAll } from "../../queries/answers.ts";
import { useAnswer } from "../../queries/use-answer.ts";
import { useCommand } from "../../queries/use-command.ts";
import { thresholdWords } from "../../server-messages/threshold-words.ts";
import { translated } from "../../server-messages/translated.ts";
import { Button } from "../../ui/button.tsx";
import { Form } from "../../ui/form/form.tsx";
import { TextField } from "../../ui/form/text-field.tsx";
import { Card } from "../../ui/page/card.tsx";
import { ProblemNotice } from "../../ui/page/notice.tsx";
import { Skeleton } from "../../ui/page/skeleton.tsx";
import { PreviewDialog } from "./preview-dialog.tsx";

/** By which numbers logs are found, with what a change would do before it is done. */
export function DetectorSection() {
  const { t } = useLingui();
  const [open, setOpen] = useState(false);
  return (
    <Card title={t`How logs are found`}>
      <p>
        <Trans>
          The service finds departures and arrivals by itself. If it cuts your voyages in the wrong places,
          change the numbers by which it decides.
        </Trans>
      </p>
      {open ? (
        <Thresholds />
      ) : (
        <div className="settings__actions">
          <Button kind="quiet" icon="edit" onClick={() => setOpen(true)}>
            <Trans>Change the numbers</Trans>
          </Button>
        </div>
      )}
    </Card>
  );
}

function Thresholds() {
  const { t } = useLingui();
  const online = useOnline();
  const { value: thresholds, problem, refetch } = useAnswer(thresholdsQuestion);
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>({});
  const [preview, setPreview] = useState<FoldPreview | null>(null);
  const changes = thresholdChanges(thresholds ?? [], typed);
  const count = Object.keys(changes).length;
  const looking = useCommand(async () => setPreview(await previewThresholds(changes)));
  const changing = useCommand(async () => {
    await changeThresholds(changes);
    setPreview(null);
    setTyped({});
    refetchAll();
  });
  if (problem !== null) return <ProblemNotice problem={problem} onRetry={refetch} />;
  if (thresholds === undefined) return <Skeleton height="20rem" />;
  return (
    <Form label={t`How logs are found`} onSubmit={() => void looking.run()}>
      <div className="settings__thresholds">
        {thresholds.map(({ name, value, initial, minimum, maximum, reason }) => (
          <TextField
            key={name}
            label={translated(thresholdWords(name))}
            hint={`${reason} ${t`From ${minimum} to ${maximum}; ${initial} unless changed.`}`}
            name={name}
            inputMode="decimal"
            value={typed[name] ?? String(value)}
            onText={(text) => setTyped({ ...typed, [name]: text })}
          />
        ))}
      </div>
      {looking.problem === null ? null : <ProblemNotice problem={looking.problem} />}
      <div className="form__actions settings__foot">
        <Button type="submit" busy={looking.running} disabled={!online || count === 0}>
          <Trans>Preview</Trans>
        </Button>
        <p className="settings__aside">
          <Plural
            value={count}
            _0="Nothing is changed yet."
            one="# number is changed."
            other="# numbers are changed."
          />
        </p>
      </div>
      <PreviewDialog
        preview={preview}
        busy={changing.running}
        problem={changing.problem}
        onConfirm={() => void changing.run()}
        onClose={() => setPreview(null)}
      />
    </Form>
  );
}
