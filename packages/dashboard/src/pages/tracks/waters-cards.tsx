import { Plural, Trans, useLingui } from "@lingui/react/macro";
import type { LogFilter } from "../../api/logbook/find-logs.ts";
import { type Water, watersQuestion } from "../../api/tracks/sailed.ts";
import { useDisplay } from "../../preferences/display.tsx";
import { useAnswer } from "../../queries/use-answer.ts";
import { Card } from "../../ui/page/card.tsx";
import { countryName } from "../../units/country.ts";

/** Countries and seas visited. */
export function WatersCards({ filter }: { readonly filter: LogFilter }) {
  const { t } = useLingui();
  const { language } = useDisplay();
  const { value } = useAnswer(watersQuestion(filter));
  return (
    <div className="waters">
      <Card title={t`Countries`}>
        <Visited waters={value?.countries} nameOf={(code) => countryName(code, language) ?? code} />
      </Card>
      <Card title={t`Seas`}>
        <Visited waters={value?.seas} nameOf={(name) => name} />
      </Card>
    </div>
  );
}

interface VisitedProps {
  readonly waters: readonly Water[] | undefined;
  readonly nameOf: (name: string) => string;
}

function Visited({ waters, nameOf }: VisitedProps) {
  if (waters?.length === 0) {
    return (
      <p className="waters__none">
        <Trans>None yet.</Trans>
      </p>
    );
  }
  return (
    <ul className="waters__list">
      {waters?.map(({ name, logs }) => (
        <li key={name}>
          <span>{nameOf(name)}</span>
          <span className="waters__logs">
            <Plural value={logs} one="# log" other="# logs" />
          </span>
        </li>
      ))}
    </ul>
  );
}
