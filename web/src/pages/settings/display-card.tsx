import { chooseDisplay, useDisplay } from "../../preferences/display.ts";
import { chooseTheme, useThemeChoice } from "../../preferences/theme.ts";
import { Segmented } from "../../ui/form/segmented.tsx";
import { Card } from "../../ui/page/card.tsx";

/** How this device shows things. Kept on the device only. */
export function DisplayCard() {
  const display = useDisplay();
  const theme = useThemeChoice();
  return (
    <Card title="This device">
      <div className="settings__choices">
        <Segmented
          legend="Light"
          choices={[
            ["auto", "Auto"],
            ["day", "Day"],
            ["dusk", "Dusk"],
            ["night", "Night"],
          ]}
          value={theme}
          onChoose={chooseTheme}
        />
        <Segmented
          legend="Times"
          choices={[
            ["utc", "UTC"],
            ["local", "Local"],
          ]}
          value={display.clock}
          onChoose={(clock) => chooseDisplay({ clock })}
        />
        <Segmented
          legend="Temperature"
          choices={[
            ["celsius", "°C"],
            ["fahrenheit", "°F"],
          ]}
          value={display.temperature}
          onChoose={(temperature) => chooseDisplay({ temperature })}
        />
        <Segmented
          legend="Pressure"
          choices={[
            ["hectopascal", "hPa"],
            ["inches", "inHg"],
          ]}
          value={display.pressure}
          onChoose={(pressure) => chooseDisplay({ pressure })}
        />
      </div>
    </Card>
  );
}
