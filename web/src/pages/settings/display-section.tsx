import { useLingui } from "@lingui/react/macro";
import { chooseLanguage, LANGUAGES, languageOf, useLanguage } from "../../languages/language.ts";
import { chooseDisplay, chooseUnits, useDisplay, zones } from "../../preferences/display.ts";
import { chooseTheme, useThemeChoice } from "../../preferences/theme.ts";
import { Card } from "../../ui/page/card.tsx";
import { RadioGroup } from "../../ui/radio-group.tsx";
import { Select } from "../../ui/select.tsx";
import type { UnitSystem } from "../../units/quantity.ts";
import { usePreference } from "./use-preference.ts";

const NAMES = Object.entries(LANGUAGES);

/** How this device shows things; language and units are the account's too, so that messages follow. */
export function DisplaySection({ onChanged }: { readonly onChanged: () => Promise<unknown> }) {
  const { t } = useLingui();
  const display = useDisplay();
  const theme = useThemeChoice();
  const language = useLanguage();
  const { set } = usePreference(onChanged);

  async function changeLanguage(code: string): Promise<void> {
    const chosen = languageOf(code);
    if (chosen === null) return;
    await chooseLanguage(chosen);
    await set("language", chosen);
  }

  function changeUnits(units: UnitSystem): void {
    chooseUnits(units);
    void set("units", units);
  }

  return (
    <Card title={t`How things are shown`}>
      <div className="settings__choices">
        <Select
          label={t`Language`}
          hint={t`Messages come in this language too.`}
          choices={NAMES}
          value={language}
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
          value={theme}
          onChoose={chooseTheme}
        />
        <RadioGroup
          label={t`Units`}
          hint={t`Speeds and distances, here and in messages.`}
          choices={[
            ["nautical", t`Nautical`],
            ["metric", t`Metric`],
            ["imperial", t`Imperial`],
          ]}
          value={display.units}
          onChoose={changeUnits}
        />
        <RadioGroup
          label={t`Depth and height`}
          choices={[
            ["metres", "m"],
            ["feet", "ft"],
          ]}
          value={display.depth}
          onChoose={(depth) => chooseDisplay({ depth })}
        />
        <RadioGroup
          label={t`Temperature`}
          choices={[
            ["celsius", "°C"],
            ["fahrenheit", "°F"],
          ]}
          value={display.temperature}
          onChoose={(temperature) => chooseDisplay({ temperature })}
        />
        <RadioGroup
          label={t`Pressure`}
          choices={[
            ["hectopascal", "hPa"],
            ["inches", "inHg"],
          ]}
          value={display.pressure}
          onChoose={(pressure) => chooseDisplay({ pressure })}
        />
        <RadioGroup
          label={t`Times`}
          choices={[
            ["utc", "UTC"],
            ["local", t`Boat's time`],
            ["both", t`Both`],
          ]}
          value={display.clock}
          onChoose={(clock) => chooseDisplay({ clock })}
        />
        {display.clock === "utc" ? null : (
          <Select
            label={t`The boat's time zone`}
            choices={zones().map((zone) => [zone, zone.replaceAll("_", " ")] as const)}
            value={display.zone}
            onChoose={(zone) => chooseDisplay({ zone })}
          />
        )}
      </div>
    </Card>
  );
}
