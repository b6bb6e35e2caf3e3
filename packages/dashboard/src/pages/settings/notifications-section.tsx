import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { CHANNELS, KINDS, type Kind } from "../../api/account/channels.ts";
import { mutedWith, type QuietHours, quietHoursWith, type Settings } from "../../api/account/settings.ts";
import { useDisplayChoices } from "../../preferences/display.tsx";
import { VERIFY_PATH } from "../../routing/paths.ts";
import { ButtonLink } from "../../ui/button.tsx";
import { Select } from "../../ui/choices/select.tsx";
import { Switch } from "../../ui/choices/switch.tsx";
import { Card } from "../../ui/page/card.tsx";
import { Notice, ProblemNotice } from "../../ui/page/notice.tsx";
import { deviceZone } from "../../units/instant.ts";
import { ChannelRow } from "./channel-row.tsx";
import { usePreference } from "./use-preference.ts";

interface NotificationsProps {
  readonly settings: Settings;
  readonly onChanged: () => Promise<unknown>;
}

const KIND_WORDS: Readonly<Record<Kind, MessageDescriptor>> = {
  logbook: msg`New logs`,
  alert: msg`Alerts`,
  alert_summary: msg`Alerts that were missed`,
  anchor_hint: msg`At anchor without an anchor watch`,
  anchor_watch_off: msg`The anchor watch has ended`,
  monitor_offline: msg`The boat fell silent`,
  monitor_online: msg`The boat is back`,
  new_24h_record: msg`A new best day's run`,
  new_badge: msg`New badges`,
  autodiscovery: msg`New values that the boat sends`,
  no_activity: msg`Nothing was heard for a long time`,
};

function MailIsOff() {
  const { t } = useLingui();
  return (
    <Notice tone="warn" icon="alert" title={t`Messages are off until you verify your address`}>
      <p className="notice__more">
        <Trans>
          Wakelog writes only to people whose address is known to be theirs. To verify it, enter the code that
          was mailed to you; without a mail server, ask the operator of this service.
        </Trans>
      </p>
      <div className="notice__action">
        <ButtonLink kind="quiet" to={VERIFY_PATH}>
          <Trans>Enter the code</Trans>
        </ButtonLink>
      </div>
    </Notice>
  );
}

/** Switching a kind off applies to every channel. */
function Kinds({ settings, onChanged }: NotificationsProps) {
  const { t } = useLingui();
  const { set, disabled, problem } = usePreference(onChanged);
  const isOff = (kind: Kind) => CHANNELS.every((channel) => settings.muted[channel].includes(kind));
  const change = (kind: Kind, on: boolean) => set("muted", mutedWith(settings.stored, kind, on));
  return (
    <>
      {problem === null ? null : <ProblemNotice problem={problem} />}
      <div className="settings__columns">
        {KINDS.map((kind) => (
          <Switch
            key={kind}
            label={t(KIND_WORDS[kind])}
            on={!isOff(kind)}
            disabled={disabled}
            onSwitch={(on) => void change(kind, on)}
          />
        ))}
      </div>
    </>
  );
}

const HOURS = Array.from({ length: 24 }, (_, hour) => {
  const text = `${String(hour).padStart(2, "0")}:00`;
  return [text, text] as const;
});

/** The choices and the current value, which need not be a full hour. */
function hoursWith(set: string) {
  return HOURS.some(([hour]) => hour === set) ? HOURS : [[set, set] as const, ...HOURS];
}

function Quiet({ settings, onChanged }: NotificationsProps) {
  const { t } = useLingui();
  const { zone } = useDisplayChoices().account;
  const { set, disabled, problem } = usePreference(onChanged);
  const hours = settings.quietHours;
  // Hours are in the account's zone, by default this device's.
  const own = zone === null ? { zone: deviceZone() } : {};
  const change = (wanted: Partial<QuietHours> | null) =>
    void set("quiet_hours", wanted === null ? null : quietHoursWith(settings.stored, wanted));
  return (
    <>
      {problem === null ? null : <ProblemNotice problem={problem} />}
      <Switch
        label={t`Quiet hours`}
        hint={t`What is not urgent waits, and comes as one message afterwards.`}
        on={hours !== null}
        disabled={disabled}
        onSwitch={(on) => change(on ? { from: "22:00", to: "07:00", ...own } : null)}
      />
      {hours === null ? null : (
        <div className="settings__pair">
          <Select
            label={t`Quiet from`}
            hint={hours.zone ?? zone ?? "UTC"}
            choices={hoursWith(hours.from)}
            value={hours.from}
            disabled={disabled}
            onChoose={(from) => change({ from })}
          />
          <Select
            label={t`until`}
            choices={hoursWith(hours.to)}
            value={hours.to}
            disabled={disabled}
            onChoose={(to) => change({ to })}
          />
        </div>
      )}
    </>
  );
}

/** Channels, kinds of messages, and quiet hours. */
export function NotificationsSection({ settings, onChanged }: NotificationsProps) {
  const { t } = useLingui();
  return (
    <Card title={t`Notifications`}>
      <div className="settings__choices">
        {settings.emailValid ? null : <MailIsOff />}
        <ul className="settings__channels">
          {CHANNELS.map((channel) => (
            <ChannelRow key={channel} channel={channel} settings={settings} onChanged={onChanged} />
          ))}
        </ul>
        <h3>
          <Trans>Kinds of messages</Trans>
        </h3>
        <Kinds settings={settings} onChanged={onChanged} />
        <h3>
          <Trans>When you sleep</Trans>
        </h3>
        <Quiet settings={settings} onChanged={onChanged} />
      </div>
    </Card>
  );
}
