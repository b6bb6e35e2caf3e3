import { Trans, useLingui } from "@lingui/react/macro";
import * as z from "zod/mini";
import { type Settings, settingsQuestion } from "../../../api/account/settings.ts";
import { isShared, shareLog, unshareLog } from "../../../api/public/share-log.ts";
import { publicNameOf } from "../../../features/publishing/public-name.ts";
import type { Sentence } from "../../../forms/schema.ts";
import { useForm } from "../../../forms/use-form.ts";
import { useAnswer } from "../../../queries/use-answer.ts";
import { useCommand } from "../../../queries/use-command.ts";
import { Link } from "../../../routing/link.tsx";
import { publicLogPath, SETTINGS_PATH } from "../../../routing/paths.ts";
import { Button, buttonLook } from "../../../ui/button.tsx";
import { Dialog, DialogAnswers } from "../../../ui/dialog.tsx";
import { CopyField } from "../../../ui/form/copy-field.tsx";
import { Form } from "../../../ui/form/form.tsx";
import { TextField } from "../../../ui/form/text-field.tsx";
import { ProblemNotice } from "../../../ui/page/notice.tsx";
import { Skeleton } from "../../../ui/page/skeleton.tsx";

interface ShareDialogProps {
  /** The log's. */
  readonly id: number;
  readonly onClose: () => void;
}

/** A log's link for people without an account: what it shows and until when, and how to end it. */
export function ShareDialog({ id, onClose }: ShareDialogProps) {
  const { t } = useLingui();
  const { value: settings, problem, refetch } = useAnswer(settingsQuestion);
  return (
    <Dialog title={t`Share this log`} open onClose={onClose}>
      {problem === null ? null : <ProblemNotice problem={problem} onRetry={refetch} />}
      {settings === undefined ? (
        problem === null ? (
          <Skeleton height="10rem" />
        ) : null
      ) : isShared(settings, id) && settings.publicName !== "" ? (
        <SharedLog id={id} settings={settings} onChanged={refetch} onClose={onClose} />
      ) : (
        <ShareForm id={id} settings={settings} onChanged={refetch} onClose={onClose} />
      )}
    </Dialog>
  );
}

interface SharingProps extends ShareDialogProps {
  readonly settings: Settings;
  readonly onChanged: () => Promise<unknown>;
}

const fields = (t: Sentence) => z.object({ name: publicNameOf(t, 1) });

function ShareForm({ id, settings, onChanged, onClose }: SharingProps) {
  const { t } = useLingui();
  const { field, submit } = useForm(fields, { name: settings.publicName });
  const { run, running, problem } = useCommand(async (name: string) => {
    await shareLog(id, name);
    await onChanged();
  });
  return (
    <Form label={t`Share this log`} onSubmit={submit(({ name }) => run(name))}>
      {problem === null ? null : <ProblemNotice problem={problem} />}
      <WhatIsSeen settings={settings} />
      {settings.publicName === "" ? (
        <TextField
          autoFocus
          label={t`Public name of the boat`}
          hint={t`Letters and digits, without spaces. It is part of the page's address.`}
          name="public-name"
          {...field("name")}
        />
      ) : null}
      <DialogAnswers>
        <Button kind="quiet" disabled={running} onClick={onClose}>
          <Trans>Cancel</Trans>
        </Button>
        <Button type="submit" busy={running}>
          <Trans>Share</Trans>
        </Button>
      </DialogAnswers>
    </Form>
  );
}

/** What the link opens. Its end is the owner's word. */
function WhatIsSeen({ settings }: { readonly settings: Settings }) {
  const hasNotes = settings.published.public_notes !== "none";
  return (
    <>
      <p>
        {hasNotes ? (
          <Trans>
            Anybody with the link sees this log's name, places, times, figures, track and notes, until you
            stop sharing it.
          </Trans>
        ) : (
          <Trans>
            Anybody with the link sees this log's name, places, times, figures and track, until you stop
            sharing it.
          </Trans>
        )}
      </p>
      <p>
        <Trans>
          Not its lines and photos, and no other log. Around your home port nothing is shown within 500 m, or
          within its radius if that is larger.
        </Trans>
      </p>
    </>
  );
}

function SharedLog({ id, settings, onChanged, onClose }: SharingProps) {
  const { t } = useLingui();
  const { run, running, problem } = useCommand(async () => {
    await unshareLog(id);
    await onChanged();
    onClose();
  });
  const url = new URL(publicLogPath(settings.publicName, id), window.location.origin).href;
  const isOneOfAll = settings.published.public_logs === "all";
  return (
    <>
      {problem === null ? null : <ProblemNotice problem={problem} />}
      <CopyField label={t`Link to this log`} value={url} />
      <WhatIsSeen settings={settings} />
      {isOneOfAll ? (
        <p>
          <Trans>
            All your logs are public. You can change that in the <Link to={SETTINGS_PATH}>settings</Link>.
          </Trans>
        </p>
      ) : null}
      <DialogAnswers>
        <a className={buttonLook("quiet")} href={url} target="_blank" rel="noreferrer">
          <Trans>What a stranger sees</Trans>
        </a>
        {isOneOfAll ? null : (
          <Button kind="quiet" busy={running} onClick={() => void run()}>
            <Trans>Stop sharing</Trans>
          </Button>
        )}
        <Button onClick={onClose}>
          <Trans>Done</Trans>
        </Button>
      </DialogAnswers>
    </>
  );
}
