import { msg } from "@lingui/core/macro";
import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import * as z from "zod/mini";
import { thresholdChanges } from "../../api/voyages/threshold-changes.ts";
import {
  changeThresholds,
  type FoldPreview,
  previewThresholds,
  type Threshold,
  thresholdsQuestion,
} from "../../api/voyages/thresholds.ts";
import { numberOf } from "../../forms/fields.ts";
import type { Sentence } from "../../forms/schema.ts";
import { useForm } from "../../forms/use-form.ts";
import type { Speech } from "../../languages/speech.ts";
import { useOnline } from "../../offline/connectivity.ts";
import { useDisplay } from "../../preferences/display.tsx";
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

/** The detector's thresholds; changes are previewed. */
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
  const { value: thresholds, problem, refetch } = useAnswer(thresholdsQuestion);
  if (problem !== null) return <ProblemNotice problem={problem} onRetry={refetch} />;
  if (thresholds === undefined) return <Skeleton height="20rem" />;
  return <ThresholdForm thresholds={thresholds} />;
}

/** A number for each threshold, within its limits; empty for the default. */
function thresholdFields(thresholds: readonly Threshold[], speech: Speech) {
  return (t: Sentence) =>
    z.object(
      Object.fromEntries(
        thresholds.map(({ name, minimum, maximum }) => {
          const label = translated(thresholdWords(name), speech);
          const fault = t(msg`${label} must be a number from ${minimum} to ${maximum}.`);
          return [name, numberOf((value) => value >= minimum && value <= maximum, fault)];
        }),
      ),
    );
}

function ThresholdForm({ thresholds }: { readonly thresholds: readonly Threshold[] }) {
  const { t } = useLingui();
  const display = useDisplay();
  const online = useOnline();
  const stored = Object.fromEntries(thresholds.map(({ name, value }) => [name, String(value)]));
  const { field, sent, submit, reset } = useForm(thresholdFields(thresholds, display), stored);
  const [preview, setPreview] = useState<FoldPreview | null>(null);
  const changes = thresholdChanges(thresholds, sent ?? {});
  const count = Object.keys(changes).length;
  const looking = useCommand(async () => setPreview(await previewThresholds(changes)));
  const changing = useCommand(async () => {
    await changeThresholds(changes);
    setPreview(null);
    reset();
    refetchAll();
  });
  return (
    <Form label={t`How logs are found`} onSubmit={submit(() => looking.run())}>
      <div className="settings__thresholds">
        {thresholds.map(({ name, initial, minimum, maximum, reason }) => (
          <TextField
            key={name}
            label={translated(thresholdWords(name), display)}
            hint={`${reason} ${t`From ${minimum} to ${maximum}; ${initial} unless changed.`}`}
            name={name}
            inputMode="decimal"
            {...field(name)}
          />
        ))}
      </div>
      {looking.problem === null ? null : <ProblemNotice problem={looking.problem} />}
      <div className="form__actions settings__foot">
        <Button type="submit" busy={looking.running} disabled={!online || (sent !== null && count === 0)}>
          <Trans>Preview</Trans>
        </Button>
        <p className="settings__aside">
          {sent === null ? null : (
            <Plural
              value={count}
              _0="Nothing is changed yet."
              one="# number is changed."
              other="# numbers are changed."
            />
          )}
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
