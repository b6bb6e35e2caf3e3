import { Trans, useLingui } from "@lingui/react/macro";
import type { ReactNode } from "react";
import * as z from "zod/mini";
import { STAY_CODES, type StayCode, stayCodeOf } from "../../api/places/stays.ts";
import { notesOf, titleOf } from "../../forms/fields.ts";
import type { Sentence } from "../../forms/schema.ts";
import type { Edit } from "../../queries/use-edit.ts";
import { Button } from "../../ui/button.tsx";
import { Select } from "../../ui/choices/select.tsx";
import { STAY_TYPES } from "../../ui/figures/stay-type.tsx";
import { Form } from "../../ui/form/form.tsx";
import { TextField } from "../../ui/form/text-field.tsx";
import { Card } from "../../ui/page/card.tsx";
import { ProblemNotice } from "../../ui/page/notice.tsx";
import "./place-fields.css";

/** The fields shared by stays and moorages. */
export const placeShape = (t: Sentence) => ({
  name: z.exactOptional(titleOf(t)),
  stayCode: z.exactOptional(z.literal(STAY_CODES)),
  notes: z.exactOptional(notesOf(t)),
});

/** The editable words shared by stays and moorages. */
interface PlaceWords {
  readonly name: string;
  readonly stayCode: StayCode;
  readonly notes: string;
}

interface PlaceFieldsProps<W extends PlaceWords> {
  readonly title: string;
  readonly edit: Edit<W>;
  /** What notes on such a place are for. */
  readonly hint: string;
  /** Fields of this kind of place only. */
  readonly children?: ReactNode;
}

/** A form to correct a place: kind, name and notes. */
export function PlaceFields<W extends PlaceWords>({ title, edit, hint, children }: PlaceFieldsProps<W>) {
  const { t } = useLingui();
  const { words } = edit;
  const write = (change: Partial<PlaceWords>) => edit.write(change as Partial<W>);
  return (
    <Card title={title}>
      <Form label={title} onSubmit={() => void edit.save()}>
        {edit.problem === null ? null : <ProblemNotice problem={edit.problem} />}
        <div className="place-fields__pair">
          <TextField
            label={t`Name`}
            name="place-name"
            required
            problem={edit.faultOf("name")}
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
          problem={edit.faultOf("notes")}
          value={words.notes}
          onText={(notes) => write({ notes })}
        />
        <div className="place-fields__foot">
          <Button type="submit" busy={edit.saving} disabled={!edit.changed}>
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
