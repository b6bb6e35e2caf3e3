import { plural } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import * as z from "zod/mini";
import { PUBLISHED, type Published } from "../../../api/account/publishing.ts";
import type { Settings } from "../../../api/account/settings.ts";
import { publicNameOf } from "../../../features/publishing/public-name.ts";
import type { Sentence } from "../../../forms/schema.ts";
import { useForm } from "../../../forms/use-form.ts";
import { publicBoatPath } from "../../../routing/paths.ts";
import { Button, buttonLook } from "../../../ui/button.tsx";
import { Switch } from "../../../ui/choices/switch.tsx";
import { Form } from "../../../ui/form/form.tsx";
import { TextField } from "../../../ui/form/text-field.tsx";
import { Card } from "../../../ui/page/card.tsx";
import { ProblemNotice } from "../../../ui/page/notice.tsx";
import { usePreference } from "../use-preference.ts";
import { PublishDialog } from "./publish-dialog.tsx";

interface PublicSectionProps {
  readonly settings: Settings;
  readonly onChanged: () => Promise<unknown>;
}

/** What can be published log by log: all of them only after a question. */
const BY_LOG: readonly Published[] = ["public_logs", "public_timelapse"];

/** What the boat's public pages show. */
export function PublicSection({ settings, onChanged }: PublicSectionProps) {
  const { t } = useLingui();
  const { set, disabled, problem } = usePreference(onChanged);
  const words: Readonly<Record<Published, string>> = {
    public_monitoring: t`Where she is and how she is`,
    public_logs_list: t`The list of logs`,
    public_logs: t`Each log with its track`,
    public_timelapse: t`All tracks, as a time-lapse`,
    public_stats: t`The statistics`,
    public_notes: t`Your notes, where a log is shown`,
  };
  const { publicName, published } = settings;
  const [asked, setAsked] = useState<Published | null>(null);
  const publicIn = (name: Published) => (typeof published[name] === "string" ? [] : published[name]);
  return (
    <Card title={t`Public pages`}>
      <div className="settings__choices">
        <p>
          <Trans>
            Nothing of the boat is public until you say so. Around a moorage that is your home port, nothing
            is shown within 500 m, or within its radius if that is larger.
          </Trans>
        </p>
        <PublicName key={publicName} settings={settings} onChanged={onChanged} />
        {problem === null ? null : <ProblemNotice problem={problem} />}
        <div>
          {PUBLISHED.map((name) => (
            <Switch
              key={name}
              label={words[name]}
              {...(publicIn(name).length === 0
                ? {}
                : {
                    hint: t`${plural(publicIn(name).length, { one: "For # log only", other: "For # logs only" })}`,
                  })}
              on={published[name] !== "none"}
              disabled={disabled}
              onSwitch={(on) => {
                if (on && BY_LOG.includes(name)) setAsked(name);
                else void set(name, on);
              }}
            />
          ))}
        </div>
        {BY_LOG.filter((name) => publicIn(name).length > 0).map((name) => (
          <div key={name} className="settings__actions">
            <Button kind="quiet" disabled={disabled} onClick={() => setAsked(name)}>
              {name === "public_logs" ? t`Publish all logs…` : t`Publish all tracks…`}
            </Button>
          </div>
        ))}
        {asked === null ? null : (
          <PublishDialog
            title={words[asked]}
            published={publicIn(asked)}
            onClose={() => setAsked(null)}
            onConfirm={() => {
              setAsked(null);
              void set(asked, true);
            }}
          />
        )}
        {publicName === "" ? null : (
          <div className="settings__actions">
            <a
              className={buttonLook("quiet")}
              href={publicBoatPath(publicName)}
              target="_blank"
              rel="noreferrer"
            >
              <Trans>What a stranger sees</Trans>
            </a>
          </div>
        )}
      </div>
    </Card>
  );
}

const publicNameFields = (t: Sentence) => z.object({ name: publicNameOf(t, 0) });

function PublicName({ settings, onChanged }: PublicSectionProps) {
  const { t } = useLingui();
  const { field, submit, isChanged } = useForm(publicNameFields, { name: settings.publicName });
  const { set, running, problem } = usePreference(onChanged);
  return (
    <Form label={t`Public name`} onSubmit={submit(({ name }) => set("public_vessel", name))}>
      {problem === null ? null : <ProblemNotice problem={problem} />}
      <TextField
        label={t`Public name of the boat`}
        hint={t`Letters and digits, without spaces. It is part of the page's address.`}
        name="public-name"
        {...field("name")}
      />
      {isChanged ? (
        <div className="form__actions">
          <Button type="submit" busy={running}>
            <Trans>Save</Trans>
          </Button>
        </div>
      ) : null}
    </Form>
  );
}
