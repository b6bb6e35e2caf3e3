import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import * as z from "zod/mini";
import { editLog, tagLog } from "../../../api/logs/edit-log.ts";
import { type Log, logQuestion } from "../../../api/logs/log.ts";
import type { Written } from "../../../api/write.ts";
import { namesOf, notesOf, titleOf } from "../../../forms/fields.ts";
import type { Sentence } from "../../../forms/schema.ts";
import { type Edit, useEdit } from "../../../queries/use-edit.ts";
import { Button } from "../../../ui/button.tsx";
import { Form } from "../../../ui/form/form.tsx";
import { TextField } from "../../../ui/form/text-field.tsx";
import { Card } from "../../../ui/page/card.tsx";
import { ProblemNotice } from "../../../ui/page/notice.tsx";
import { logColumns, type TypedWords, tagsIn, withWords, wordsOf } from "./typed-words.ts";
import "./log-words.css";

const logFields = (t: Sentence) =>
  z.object({
    name: z.exactOptional(titleOf(t)),
    notes: z.exactOptional(notesOf(t)),
    tags: z.exactOptional(namesOf(t)),
  });

async function send(
  id: number,
  { tags, ...texts }: Partial<TypedWords>,
  version: string | null,
): Promise<Written> {
  const columns = logColumns(texts);
  const written = Object.keys(columns).length === 0 ? "done" : await editLog(id, columns, version);
  if (tags !== undefined) await tagLog(id, tagsIn(tags));
  return written;
}

/** What users write on a log: name, notes and tags. */
export function LogWords({ log }: { readonly log: Log }) {
  const { t } = useLingui();
  const [isOpen, setOpen] = useState(false);
  const edit = useEdit<Log, TypedWords>(logQuestion(log.id), log, {
    name: `log ${log.id}`,
    wordsOf,
    schema: logFields,
    withWords,
    send: (words, version) => send(log.id, words, version),
  });
  // An unsaved edit is restored.
  if (isOpen || edit.changed) return <EditWords edit={edit} onClose={() => setOpen(false)} />;
  return (
    <Card
      title={t`Notes`}
      action={
        <Button kind="quiet" icon="edit" onClick={() => setOpen(true)}>
          <Trans>Edit</Trans>
        </Button>
      }
    >
      {log.notes === null || log.notes === "" ? (
        <p className="log__none">
          <Trans>Weather, crew, what went well: nothing written yet.</Trans>
        </p>
      ) : (
        <p className="log-words__notes">{log.notes}</p>
      )}
      {log.tags.length === 0 ? null : (
        <ul className="log-words__tags" aria-label={t`Tags`}>
          {log.tags.map((tag) => (
            <li key={tag}>{tag}</li>
          ))}
        </ul>
      )}
    </Card>
  );
}

function EditWords({ edit, onClose }: { readonly edit: Edit<TypedWords>; readonly onClose: () => void }) {
  const { t } = useLingui();
  const { words, write, problem } = edit;
  const save = async () => {
    if (await edit.save()) onClose();
  };
  const cancel = () => {
    edit.drop();
    onClose();
  };
  return (
    <Card title={t`Name and notes`}>
      <Form label={t`Name and notes`} onSubmit={() => void save()}>
        {problem === null ? null : <ProblemNotice problem={problem} />}
        <TextField
          label={t`Name`}
          name="log-name"
          required
          autoFocus
          problem={edit.faultOf("name")}
          value={words.name}
          onText={(name) => write({ name })}
        />
        <TextField
          lines
          label={t`Notes`}
          name="log-notes"
          problem={edit.faultOf("notes")}
          value={words.notes}
          onText={(notes) => write({ notes })}
        />
        <TextField
          label={t`Tags`}
          name="log-tags"
          hint={t`Words to find it by, separated by commas.`}
          problem={edit.faultOf("tags")}
          value={words.tags}
          onText={(tags) => write({ tags })}
        />
        <div className="form__actions">
          <Button type="submit" busy={edit.saving}>
            <Trans>Save</Trans>
          </Button>
          <Button kind="quiet" onClick={cancel}>
            <Trans>Cancel</Trans>
          </Button>
        </div>
      </Form>
    </Card>
  );
}
