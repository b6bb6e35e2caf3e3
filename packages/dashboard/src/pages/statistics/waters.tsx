import { Plural, Trans, useLingui } from "@lingui/react/macro";
import type { Named } from "../../api/statistics/statistics.ts";
import { useDisplay } from "../../preferences/display.tsx";
import { Card } from "../../ui/page/card.tsx";
import { countryName } from "../../units/country.ts";

interface WatersProps {
  readonly countries: readonly Named[];
  readonly seas: readonly Named[];
}

/** Countries and seas visited. */
export function Waters({ countries, seas }: WatersProps) {
  const { t } = useLingui();
  const { language } = useDisplay();
  return (
    <Card title={t`Countries and seas`}>
      {countries.length === 0 && seas.length === 0 ? (
        <p>
          <Trans>The waters that a log crossed are written up when it is over.</Trans>
        </p>
      ) : (
        <div className="waters">
          <NamedList
            title={t`Countries`}
            things={countries.map((one) => ({
              ...one,
              name: countryName(one.name, language) ?? one.name,
            }))}
          />
          <NamedList title={t`Seas`} things={seas} />
        </div>
      )}
    </Card>
  );
}

function NamedList({ title, things }: { readonly title: string; readonly things: readonly Named[] }) {
  if (things.length === 0) return null;
  return (
    <section aria-label={title}>
      <h3>
        {title} <span className="waters__count">{things.length}</span>
      </h3>
      <ul>
        {things.map(({ name, logs }) => (
          <li key={name}>
            <span>{name}</span>
            <span className="waters__logs">
              <Plural value={logs} one="# log" other="# logs" />
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
