import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import * as z from "zod/mini";
import { type Belongings, belongingsQuestion } from "../../../api/leaving/belongings.ts";
import { deleteAccount } from "../../../api/leaving/delete-account.ts";
import { PasswordDialog } from "../../../features/password/password-dialog.tsx";
import { filledIn, titleOf } from "../../../forms/fields.ts";
import type { Sentence } from "../../../forms/schema.ts";
import { useOnline } from "../../../offline/connectivity.ts";
import { useAnswer } from "../../../queries/use-answer.ts";
import { navigate } from "../../../routing/location.ts";
import { SIGN_IN_PATH } from "../../../routing/paths.ts";
import { endSession } from "../../../session/token.ts";
import { Button } from "../../../ui/button.tsx";
import { TextField } from "../../../ui/form/text-field.tsx";
import { ProblemNotice } from "../../../ui/page/notice.tsx";
import { Skeleton } from "../../../ui/page/skeleton.tsx";

/** Deletes the account, after showing what goes with it; requires the address and the password. */
export function DeleteAccount({ email }: { readonly email: string }) {
  const online = useOnline();
  const [open, setOpen] = useState(false);
  return (
    <div className="settings__actions">
      <Button kind="quiet" disabled={!online} onClick={() => setOpen(true)}>
        <Trans>Delete the account</Trans>
      </Button>
      {open ? <Question email={email} onClose={() => setOpen(false)} /> : null}
    </div>
  );
}

const deletionFields = (t: Sentence) => z.object({ password: filledIn(t), typed: titleOf(t) });

function Question({ email, onClose }: { readonly email: string; readonly onClose: () => void }) {
  const { t } = useLingui();
  const { value: belongings, problem, refetch } = useAnswer(belongingsQuestion);
  const isTyped = (typed: string) => typed.trim().toLowerCase() === email.toLowerCase();
  return (
    <PasswordDialog
      schema={deletionFields}
      initial={{ password: "", typed: "" }}
      title={t`Delete the account`}
      answer={t`Delete for good`}
      isUnready={(field) => belongings === undefined || !isTyped(field("typed").value)}
      onAnswer={async ({ password, typed }) => {
        await deleteAccount(typed, password);
        endSession("signed-out");
        navigate(SIGN_IN_PATH, "replace");
      }}
      onClose={onClose}
      fields={(field, refusal) => (
        <TextField
          label={t`Your e-mail address`}
          hint={t`Type ${email} to say that you mean it.`}
          name="confirm-email"
          autoComplete="off"
          inputMode="email"
          required
          {...field("typed", refusal.email)}
        />
      )}
    >
      {problem === null ? null : <ProblemNotice problem={problem} onRetry={refetch} />}
      {belongings === undefined ? <Skeleton height="6rem" /> : <WhatGoes belongings={belongings} />}
    </PasswordDialog>
  );
}

function WhatGoes({ belongings: { boats, logs, photos, rows } }: { readonly belongings: Belongings }) {
  return (
    <>
      <p>
        <Trans>This is deleted at once and cannot be restored:</Trans>
      </p>
      <ul className="settings__gone">
        <li>
          <Trans>your account with its settings, alerts and messages</Trans>
        </li>
        {boats.map((name) => (
          <li key={name}>
            <Trans>the boat {name}, its token and its public pages</Trans>
          </li>
        ))}
        {boats.length === 0 ? null : (
          <>
            <li>
              <Plural value={logs} one="# log" other="# logs" />
            </li>
            <li>
              <Plural value={photos} one="# photo" other="# photos" />
            </li>
            <li>
              <Plural value={rows} one="# row of measurements" other="# rows of measurements" />
            </li>
          </>
        )}
      </ul>
      <p>
        <Trans>
          Boats that also belong to someone else stay. Take everything with you first if you want to keep it.
        </Trans>
      </p>
    </>
  );
}
