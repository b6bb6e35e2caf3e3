import { Trans, useLingui } from "@lingui/react/macro";
import { useEffect, useState } from "react";
import { editLog, tagLog } from "../../../api/logs/edit-log.ts";
import type { Log } from "../../../api/logs/log.ts";
import { draftOf, forgetDraft, useDraft } from "../../../offline/draft.ts";
import { useCommand } from "../../../queries/use-command.ts";
import { Button } from "../../../ui/button.tsx";
import { Form } from "../../../ui/form/form.tsx";
import { TextField } from "../../../ui/form/text-field.tsx";
import { Card } from "../../../ui/page/card.tsx";
import { ProblemNotice } from "../../../ui/page/notice.tsx";
import "./log-words.css";

const FIELDS = ["name", "notes", "tags"] as const;
const draftName = (id: number, field: (typeof FIELDS)[number]): string => `log ${id} ${field}`;

interface LogWordsProps {
  readonly log: Log;
  readonly onChanged: () => void;
}

/** What people write on a log: its name, their notes, and words to find it by. */
export function LogWords({ log, onChanged }: LogWordsProps) {
  const { t } = useLingui();
  const [editing, setEditing] = useState(false);
  // What was being typed when the page was left is there again.
  useEffect(() => {
    void Promise.all(FIELDS.map((field) => draftOf(draftName(log.id, field)))).then((drafts) => {
      if (drafts.some((draft) => draft !== null)) setEditing(true);
    });
  }, [log.id]);
  if (editing) return <EditWords log={log} onChanged={onChanged} onClose={() => setEditing(false)} />;
  return (
    <Card
      title={t`Notes`}
      action={
        <Button kind="quiet" icon="edit" onClick={() => setEditing(true)}>
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

/** Tags as they are typed, with commas between them; none twice. */
function tagsIn(text: string): readonly string[] {
  return [...new Set(text.split(",").map((tag) => tag.trim()))].filter((tag) => tag !== "");
}

function EditWords({ log, onChanged, onClose }: LogWordsProps & { readonly onClose: () => void }) {
  const { t } = useLingui();
  const [name, setName] = useDraft(draftName(log.id, "name"), log.name ?? "");
  const [notes, setNotes] = useDraft(draftName(log.id, "notes"), log.notes ?? "");
  const [tags, setTags] = useDraft(draftName(log.id, "tags"), log.tags.join(", "));
  const close = () => {
    for (const field of FIELDS) forgetDraft(draftName(log.id, field));
    onClose();
  };
  const { run, running, problem } = useCommand(async () => {
    const written = {
      ...(name.trim() === log.name ? {} : { name: name.trim() }),
      ...(notes.trim() === (log.notes ?? "") ? {} : { notes: notes.trim() === "" ? null : notes.trim() }),
    };
    if (Object.keys(written).length > 0) await editLog(log.id, written, log.version);
    if (tags !== log.tags.join(", ")) await tagLog(log.id, tagsIn(tags));
    onChanged();
    close();
  });
  return (
    <Card title={t`Name and notes`}>
      <Form label={t`Name and notes`} onSubmit={() => void run()}>
        {problem === null ? null : <ProblemNotice problem={problem} />}
        <TextField label={t`Name`} name="log-name" required autoFocus value={name} onText={setName} />
        <TextField lines label={t`Notes`} name="log-notes" value={notes} onText={setNotes} />
        <TextField
          label={t`Tags`}
          name="log-tags"
          hint={t`Words to find it by, with commas between them.`}
          value={tags}
          onText={setTags}
        />
        <div className="form__actions">
          <Button type="submit" busy={running}>
            <Trans>Save</Trans>
          </Button>
          <Button kind="quiet" onClick={close}>
            <Trans>Cancel</Trans>
          </Button>
        </div>
      </Form>
    </Card>
  );
}
