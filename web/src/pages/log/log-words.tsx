import { useState } from "react";
import { editLog } from "../../api/logs/edit-log.ts";
import type { Log } from "../../api/logs/log.ts";
import { useOnline } from "../../offline/connectivity.ts";
import { useCommand } from "../../queries/use-command.ts";
import { Button } from "../../ui/button.tsx";
import { Form } from "../../ui/form/form.tsx";
import { TextField } from "../../ui/form/text-field.tsx";
import { Card } from "../../ui/page/card.tsx";
import { ProblemNotice } from "../../ui/page/notice.tsx";

interface LogWordsProps {
  readonly log: Log;
  readonly onChanged: () => void;
}

/** What people write on a log: its name and their notes. */
export function LogWords({ log, onChanged }: LogWordsProps) {
  const [editing, setEditing] = useState(false);
  const online = useOnline();
  if (editing) return <EditWords log={log} onChanged={onChanged} onClose={() => setEditing(false)} />;
  return (
    <Card
      title="Notes"
      action={
        <Button kind="quiet" icon="edit" disabled={!online} onClick={() => setEditing(true)}>
          Edit
          <span className="visually-hidden"> name and notes</span>
        </Button>
      }
    >
      {log.notes === null || log.notes === "" ? (
        <p className="log__none">Weather, crew, what went well: nothing written yet.</p>
      ) : (
        <p className="log__notes">{log.notes}</p>
      )}
    </Card>
  );
}

function EditWords({ log, onChanged, onClose }: LogWordsProps & { readonly onClose: () => void }) {
  const [name, setName] = useState(log.name ?? "");
  const [notes, setNotes] = useState(log.notes ?? "");
  const { run, running, problem } = useCommand(async () => {
    await editLog(log.id, { name: name.trim(), notes: notes.trim() === "" ? null : notes.trim() });
    onChanged();
    onClose();
  });
  return (
    <Card title="Name and notes">
      <Form label="Name and notes" onSubmit={() => void run()}>
        {problem === null ? null : <ProblemNotice problem={problem} />}
        <TextField label="Name" name="log-name" required autoFocus value={name} onText={setName} />
        <TextField lines label="Notes" name="log-notes" value={notes} onText={setNotes} />
        <div className="form__actions">
          <Button type="submit" busy={running}>
            Save
          </Button>
          <Button kind="quiet" onClick={onClose}>
            Cancel
          </Button>
        </div>
      </Form>
    </Card>
  );
}
