import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import type { PreferencesJson, Settings } from "../../api/account/settings.ts";
import { LANGUAGES, languageOf } from "../../languages/language.ts";
import { useOnline } from "../../offline/connectivity.ts";
import type { DeviceChoices } from "../../preferences/choices.ts";
import { useDisplayChoices, zones } from "../../preferences/display.tsx";
import { RadioGroup } from "../../ui/choices/radio-group.tsx";
import { Select } from "../../ui/choices/select.tsx";
import { Switch } from "../../ui/choices/switch.tsx";
import { Card } from "../../ui/page/card.tsx";
import { ProblemNotice } from "../../ui/page/notice.tsx";
import { type Clock, deviceZone } from "../../units/instant.ts";
import { usePreference } from "./use-preference.ts";

const LANGUAGE_NAMES = Object.entries(LANGUAGES);

/** The account preference of each choice. */
const PREFERENCES = {
  units: "units",
  temperature: "temperature_unit",
  pressure: "pressure_unit",
  depth: "depth_unit",
  zone: "time_zone",
} as const satisfies Partial<Record<keyof DeviceChoices, keyof PreferencesJson>>;

const NOTHING_HERE = {
  units: undefined,
  temperature: undefined,
  pressure: undefined,
  depth: undefined,
  clock: undefined,
  zone: undefined,
} as const;

interface DisplaySectionProps {
  /** Undefined until loaded. */
  readonly settings: Settings | undefined;
  readonly onChanged: () => Promise<unknown>;
}

/** Units and time zone: the account's, unless this device overrides them. */
export function DisplaySection({ settings, onChanged }: DisplaySectionProps) {
  const { t } = useLingui();
  const choices = useDisplayChoices();
  const { display, account, here, chooseHere, chooseForAccount } = choices;
  const online = useOnline();
  const { set, running, problem } = usePreference(onChanged);
  // Messages cannot follow a choice of both clocks.
  const [isHere, setHere] = useState(() =>
    Object.entries(here).some(([name, value]) => name !== "clock" || value !== "both"),
  );
  const disabled = !isHere && (running || !online || settings === undefined);

  async function changeLanguage(code: string): Promise<void> {
    const chosen = languageOf(code);
    if (chosen === null) return;
    await choices.chooseLanguage(chosen);
    await set("language", chosen);
  }

  async function choose<K extends keyof typeof PREFERENCES>(
    name: K,
    value: NonNullable<DeviceChoices[K]>,
  ): Promise<void> {
    if (isHere) return chooseHere({ [name]: value });
    await chooseForAccount(settings?.stored ?? {}, { [PREFERENCES[name]]: value }, () =>
      set(PREFERENCES[name], value),
    );
  }

  async function chooseClock(clock: Clock): Promise<void> {
    if (isHere) return chooseHere({ clock });
    chooseHere({ clock: clock === "both" ? clock : undefined });
    if (clock === "utc") await choose("zone", "UTC");
    else if (account.zone === null || account.zone === "UTC") await choose("zone", deviceZone());
  }

  function switchHere(wanted: boolean): void {
    setHere(wanted);
    if (!wanted) chooseHere(NOTHING_HERE);
  }

  return (
    <Card title={t`How things are shown`}>
      <div className="settings__choices">
        <Select
          label={t`Language`}
          hint={t`Messages come in this language too.`}
          choices={LANGUAGE_NAMES}
          value={display.language}
          onChoose={(code) => void changeLanguage(code)}
        />
        <RadioGroup
          label={t`Light`}
          choices={[
            ["auto", t`Auto`],
            ["day", t`Day`],
            ["dusk", t`Dusk`],
            ["night", t`Night`],
          ]}
          value={choices.themeChoice}
          onChoose={choices.chooseTheme}
        />
        {problem === null ? null : <ProblemNotice problem={problem} />}
        <RadioGroup
          label={t`Units`}
          hint={t`Here, on your other devices and in messages.`}
          choices={[
            ["nautical", t`Nautical`],
            ["metric", t`Metric`],
            ["imperial", t`Imperial`],
          ]}
          value={display.units}
          disabled={disabled}
          onChoose={(units) => void choose("units", units)}
        />
        <RadioGroup
          label={t`Depth and height`}
          choices={[
            ["metres", "m"],
            ["feet", "ft"],
          ]}
          value={display.depth}
          disabled={disabled}
          onChoose={(depth) => void choose("depth", depth)}
        />
        <RadioGroup
          label={t`Temperature`}
          choices={[
            ["celsius", "°C"],
            ["fahrenheit", "°F"],
          ]}
          value={display.temperature}
          disabled={disabled}
          onChoose={(temperature) => void choose("temperature", temperature)}
        />
        <RadioGroup
          label={t`Pressure`}
          choices={[
            ["hectopascal", "hPa"],
            ["inches", "inHg"],
          ]}
          value={display.pressure}
          disabled={disabled}
          onChoose={(pressure) => void choose("pressure", pressure)}
        />
        <RadioGroup
          label={t`Times`}
          choices={[
            ["utc", "UTC"],
            ["local", t`Boat's time`],
            ["both", t`Both`],
          ]}
          value={display.clock}
          disabled={disabled}
          onChoose={(clock) => void chooseClock(clock)}
        />
        {display.clock === "utc" ? null : (
          <Select
            label={t`The boat's time zone`}
            hint={t`Messages, days and years follow it.`}
            choices={zones().map((zone) => [zone, zone.replaceAll("_", " ")] as const)}
            value={display.zone}
            disabled={disabled}
            onChoose={(zone) => void choose("zone", zone)}
          />
        )}
        <Switch
          label={t`Other units and times on this device`}
          hint={t`Messages and your other devices stay as they are.`}
          on={isHere}
          onSwitch={switchHere}
        />
      </div>
    </Card>
  );
}
