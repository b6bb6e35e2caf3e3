import { Trans, useLingui } from "@lingui/react/macro";
import type { ReactNode } from "react";
import { STAY_CODES, type StayCode, stayCodeOf } from "../../api/places/stays.ts";
import { useOnline } from "../../offline/connectivity.ts";
import type { Edit } from "../../queries/use-edit.ts";
import { Button } from "../../ui/button.tsx";
import { STAY_TYPES } from "../../ui/figures/stay-type.tsx";
import { Form } from "../../ui/form/form.tsx";
import { TextField } from "../../ui/form/text-field.tsx";
import { Card } from "../../ui/page/card.tsx";
import { Notice, ProblemNotice } from "../../ui/page/notice.tsx";
import { Select } from "../../ui/select.tsx";
import "./place-fields.css";

/** What stays and moorages have in common that people may write. */
interface PlaceWords {
  readonly name: string;
  readonly stayCode: StayCode;
  readonly notes: string;
}

interface PlaceFieldsProps<W extends PlaceWords> {
  readonly title: string;
  readonly edit: Edit<W>;
  /** What the notes of such a place are good for. */
  readonly hint: string;
  /** Fields of this kind of place only. */
  readonly children?: ReactNode;
  /** Which of those somebody else wrote meanwhile, as `edit.theirs` says. */
  readonly others?: readonly Differing[];
}

/** A field that two people wrote, in words. */
interface Differing {
  readonly field: string;
  readonly theirs: string;
  readonly yours: string;
}

/** The form in which people put a place right: its type, its name and their notes. */
export function PlaceFields<W extends PlaceWords>({
  title,
  edit,
  hint,
  children,
  others = [],
}: PlaceFieldsProps<W>) {
  const { t } = useLingui();
  const online = useOnline();
  const { words } = edit;
  const write = (change: Partial<PlaceWords>) => edit.write(change as Partial<W>);
  return (
    <Card title={title}>
      <Form label={title} onSubmit={() => void edit.save()}>
        {edit.problem === null ? null : <ProblemNotice problem={edit.problem} />}
        {edit.theirs === null ? null : <Theirs theirs={edit.theirs} others={others} edit={edit} />}
        <div className="place-fields__pair">
          <TextField
            label={t`Name`}
            name="place-name"
            required
            value={words.name}
            onText={(name) => write({ name })}
          />
          <Select
            label={t`Type`}
            choices={STAY_CODES.map((code) => [String(code), t(STAY_TYPES[code])] as const)}
            value={String(words.stayCode)}
            onChoose={(code) => write({ stayCode: stayCodeOf(Number(code)) })}
          />
        </div>
        {children}
        <TextField
          lines
          label={t`Notes`}
          name="place-notes"
          hint={hint}
          value={words.notes}
          onText={(notes) => write({ notes })}
        />
        <div className="place-fields__foot">
          <Button type="submit" busy={edit.saving} disabled={!edit.changed || !online}>
            <Trans>Save</Trans>
          </Button>
          <p role="status" className="place-fields__state">
            {edit.saved ? <Trans>Saved</Trans> : edit.changed ? <Trans>Not saved yet</Trans> : ""}
          </p>
        </div>
      </Form>
    </Card>
  );
}

/** What somebody else wrote while this person was typing, beside what this person typed. */
function Theirs<W extends PlaceWords>({
  theirs,
  others,
  edit,
}: {
  readonly theirs: Partial<PlaceWords>;
  readonly others: readonly Differing[];
  readonly edit: Edit<W>;
}) {
  const { t } = useLingui();
  const { words } = edit;
  const told = (code: StayCode) => t(STAY_TYPES[code]);
  const lines = [
    theirs.name === undefined ? null : { field: t`Name`, theirs: theirs.name, yours: words.name },
    theirs.stayCode === undefined
      ? null
      : { field: t`Type`, theirs: told(theirs.stayCode), yours: told(words.stayCode) },
    theirs.notes === undefined ? null : { field: t`Notes`, theirs: theirs.notes, yours: words.notes },
    ...others,
  ].filter((line) => line !== null);
  return (
    <Notice tone="warn" icon="alert" title={t`Somebody else changed this meanwhile`}>
      {lines.map((line) => (
        <dl key={line.field} className="place-fields__both">
          <div>
            <dt>
              <Trans>{line.field}, as it is now</Trans>
            </dt>
            <dd>{line.theirs === "" ? t`nothing` : line.theirs}</dd>
          </div>
          <div>
            <dt>
              <Trans>{line.field}, as you wrote it</Trans>
            </dt>
            <dd>{line.yours === "" ? t`nothing` : line.yours}</dd>
          </div>
        </dl>
      ))}
      <div className="notice__action form__actions">
        <Button kind="quiet" onClick={edit.takeTheirs}>
          <Trans>Leave it as it is now</Trans>
        </Button>
        <Button onClick={() => void edit.save()}>
          <Trans>Save what I wrote</Trans>
        </Button>
      </div>
    </Notice>
  );
}
