import { Trans, useLingui } from "@lingui/react/macro";
import { useFaults } from "../../../forms/use-form.ts";
import { useDisplay } from "../../../preferences/display.tsx";
import { useCommand } from "../../../queries/use-command.ts";
import { Button } from "../../../ui/button.tsx";
import { Select } from "../../../ui/choices/select.tsx";
import { Form } from "../../../ui/form/form.tsx";
import { TextField } from "../../../ui/form/text-field.tsx";
import { ProblemNotice } from "../../../ui/page/notice.tsx";
import { formatInstant } from "../../../units/instant.ts";
import { ASKED, type EntryDraft, kindsFor, lineFields } from "./entry-draft.ts";
import { KIND_WORDS, useObservationWords } from "./entry-words.ts";
import "./entry-form.css";

interface EntryFormProps {
  /** The contents of the form; its time is fixed. */
  readonly draft: EntryDraft;
  readonly onType: (change: (draft: EntryDraft) => EntryDraft) => void;
  readonly onSave: () => Promise<void>;
  readonly onClose: () => void;
}

/** An entry form: remark, observations, sails set or crew. */
export function EntryForm({ draft, onType, onSave, onClose }: EntryFormProps) {
  const { t } = useLingui();
  const display = useDisplay();
  const observationWords = useObservationWords();
  const { run, running, problem } = useCommand(async () => {
    await onSave();
    onClose();
  });
  const { kind, text, numbers, sails, crew } = draft;
  const { faultOf, submit } = useFaults(lineFields(draft), { text, numbers, sails, crew });
  const time = formatInstant(draft.time, display);
  return (
    <Form label={t`A line for the logbook`} onSubmit={submit(() => run())}>
      <p className="entries__time">{t`At ${time}`}</p>
      {problem === null ? null : <ProblemNotice problem={problem} />}
      <Select
        label={t`About`}
        choices={kindsFor(draft).map((one) => [one, t(KIND_WORDS[one])] as const)}
        value={kind}
        onChoose={(chosen) => onType((now) => ({ ...now, kind: chosen }))}
      />
      {ASKED[kind].length === 0 ? null : (
        <div className="entries__numbers">
          {ASKED[kind].map((name) => (
            <TextField
              key={name}
              label={observationWords(name)?.join(", ") ?? name}
              name={`entry-${name}`}
              inputMode="decimal"
              problem={faultOf(name)}
              value={numbers[name] ?? ""}
              onText={(typed) => onType((now) => ({ ...now, numbers: { ...now.numbers, [name]: typed } }))}
            />
          ))}
        </div>
      )}
      {kind !== "sails" && kind !== "crew" ? null : (
        <TextField
          label={kind === "sails" ? t`Sails that are set` : t`People aboard`}
          name="entry-names"
          hint={t`Separated by commas.`}
          problem={faultOf(kind)}
          value={draft[kind]}
          onText={(names) => onType((now) => ({ ...now, [kind]: names }))}
        />
      )}
      <TextField
        lines
        label={t`Remark`}
        name="entry-text"
        problem={faultOf("text")}
        value={text}
        onText={(typed) => onType((now) => ({ ...now, text: typed }))}
      />
      <div className="form__actions">
        <Button type="submit" busy={running}>
          <Trans>Write it down</Trans>
        </Button>
        <Button kind="quiet" onClick={onClose}>
          <Trans>Not now</Trans>
        </Button>
      </div>
    </Form>
  );
}
