import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import * as z from "zod/mini";
import type { Channel } from "../../api/account/channels.ts";
import type { Settings } from "../../api/account/settings.ts";
import { type Tested, testChannel } from "../../api/account/test-channel.ts";
import { textOf } from "../../forms/fields.ts";
import type { Sentence } from "../../forms/schema.ts";
import { useForm } from "../../forms/use-form.ts";
import { useOnline } from "../../offline/connectivity.ts";
import { useDisplay } from "../../preferences/display.tsx";
import { useCommand } from "../../queries/use-command.ts";
import { Button } from "../../ui/button.tsx";
import { Switch } from "../../ui/choices/switch.tsx";
import { ConfirmButton } from "../../ui/confirm-button.tsx";
import { Form } from "../../ui/form/form.tsx";
import { TextField } from "../../ui/form/text-field.tsx";
import { ProblemNotice } from "../../ui/page/notice.tsx";
import { usePreference } from "./use-preference.ts";

interface ChannelRowProps {
  readonly channel: Channel;
  readonly settings: Settings;
  readonly onChanged: () => Promise<unknown>;
}

const NAMES: Readonly<Record<Channel, MessageDescriptor>> = {
  email: msg`E-mail`,
  push: msg`Push service`,
  webpush: msg`Browsers`,
  messenger: msg`Chat`,
  webhook: msg`Webhook`,
  ntfy: msg`ntfy`,
  apprise: msg`Apprise`,
};

/** Instructions for channels that are set up elsewhere. */
const HOW: Partial<Readonly<Record<Channel, MessageDescriptor>>> = {
  push: msg`The bot or the push service's own page links it to your account.`,
  webpush: msg`A browser is added where it asks whether it may show messages.`,
  messenger: msg`Send the bot your code, and it writes to that chat.`,
};

const POSTS = { webhook: "webhook_url", ntfy: "ntfy_url", apprise: "apprise_url" } as const;

function isPost(channel: Channel): channel is keyof typeof POSTS {
  return channel in POSTS;
}

/** A channel: its switch, its setup, and a test message. */
export function ChannelRow({ channel, settings, onChanged }: ChannelRowProps) {
  const { t } = useLingui();
  const name = t(NAMES[channel]);
  const on = settings.reachedOn.includes(channel);
  const how = HOW[channel];
  return (
    <li className="settings__channel">
      <div className="settings__channel-head">
        <strong>{name}</strong>
        <span className={on ? "settings__state settings__state--on" : "settings__state"}>
          {on ? <Trans>set up</Trans> : <Trans>not set up</Trans>}
        </span>
        {on ? <TestButton channel={channel} name={name} /> : null}
      </div>
      {channel === "email" && settings.emailValid ? <MailSwitch on={on} onChanged={onChanged} /> : null}
      {isPost(channel) ? (
        <PostAddress
          key={settings.posts[POSTS[channel]]}
          channel={channel}
          settings={settings}
          onChanged={onChanged}
        />
      ) : null}
      {channel === "messenger" && settings.hasChat ? <LinkedChat onChanged={onChanged} /> : null}
      {on || how === undefined ? null : <p className="settings__aside">{t(how)}</p>}
    </li>
  );
}

function TestButton({ channel, name }: { readonly channel: Channel; readonly name: string }) {
  const online = useOnline();
  const display = useDisplay();
  const [tested, setTested] = useState<Tested | null>(null);
  const { run, running, problem } = useCommand(async () => {
    setTested(null);
    setTested(await testChannel(channel, display));
  });
  return (
    <>
      <Button kind="quiet" busy={running} disabled={!online} onClick={() => void run()}>
        <Trans>Test</Trans> <span className="visually-hidden">{name}</span>
      </Button>
      <div className="settings__tested" role="status">
        {tested?.state === "sent" ? <Trans>The message was sent.</Trans> : null}
        {tested?.state === "waiting" ? <Trans>The message waits and is tried again.</Trans> : null}
        {tested?.state === "failed" ? <Trans>The message was not taken.</Trans> : null}
        {tested?.failure == null ? null : <span className="settings__aside">{tested.failure}</span>}
      </div>
      {problem === null ? null : <ProblemNotice problem={problem} />}
    </>
  );
}

interface PartProps {
  readonly onChanged: () => Promise<unknown>;
}

function MailSwitch({ on, onChanged }: PartProps & { readonly on: boolean }) {
  const { t } = useLingui();
  const { set, disabled, problem } = usePreference(onChanged);
  return (
    <>
      <Switch
        label={t`E-mail about new logs and alarms`}
        on={on}
        disabled={disabled}
        onSwitch={(wanted) => void set("email_notifications", wanted)}
      />
      {problem === null ? null : <ProblemNotice problem={problem} />}
    </>
  );
}

const WEB_ADDRESS = /^(https?:\/\/[^\s/?#]+([/?#]\S*)?)?$/;

const addressFields = (t: Sentence) =>
  z.object({
    address: textOf(t, 0, 2048).check(
      z.regex(WEB_ADDRESS, t(msg`Write an address that begins with https:// or http://.`)),
    ),
  });

function PostAddress({
  channel,
  settings,
  onChanged,
}: PartProps & { readonly channel: keyof typeof POSTS; readonly settings: Settings }) {
  const { t } = useLingui();
  const key = POSTS[channel];
  const { field, submit, isChanged } = useForm(addressFields, { address: settings.posts[key] });
  const { set, running, disabled, problem } = usePreference(onChanged);
  const name = t(NAMES[channel]);
  return (
    <Form
      label={t`Address of ${name}`}
      onSubmit={submit(({ address }) => set(key, address === "" ? null : address))}
    >
      <div className="settings__address">
        <TextField label={t`Address of ${name}`} type="url" name={key} {...field("address")} />
        {isChanged ? (
          <Button type="submit" busy={running} disabled={disabled}>
            <Trans>Save</Trans>
          </Button>
        ) : null}
      </div>
      {problem === null ? null : <ProblemNotice problem={problem} />}
    </Form>
  );
}

function LinkedChat({ onChanged }: PartProps) {
  const { t } = useLingui();
  const { set, running, disabled, problem } = usePreference(onChanged);
  return (
    <>
      <p>
        <Trans>
          A chat is linked to your account: the chat bot writes there, and reads your logbook for it.
        </Trans>
      </p>
      {problem === null ? null : <ProblemNotice problem={problem} />}
      <ConfirmButton
        words={t`Unlink the chat`}
        question={t`The chat bot then no longer writes to that chat, nor reads your logbook for it.`}
        busy={running}
        disabled={disabled}
        onConfirm={() => set("messenger", null)}
      />
    </>
  );
}
