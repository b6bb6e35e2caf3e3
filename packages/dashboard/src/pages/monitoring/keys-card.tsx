import { Trans, useLingui } from "@lingui/react/macro";
import type { Reading } from "../../api/boat/readings.ts";
import { wordsOfKey } from "../../measurements/key.ts";
import { quantityOf } from "../../measurements/measure.ts";
import { monitoredOf } from "../../measurements/monitored.ts";
import { useDisplay } from "../../preferences/display.tsx";
import { useNow } from "../../queries/use-now.ts";
import { Link } from "../../routing/link.tsx";
import { historyPath } from "../../routing/paths.ts";
import { Card } from "../../ui/page/card.tsx";
import { formatAge } from "../../units/duration.ts";
import { ageSeconds } from "../../units/freshness.ts";
import { spoken } from "../../units/quantity.ts";

/** Every key the boat has measured, in its own spelling. */
export function KeysCard({ readings }: { readonly readings: readonly Reading[] }) {
  const display = useDisplay();
  const { t, i18n } = useLingui();
  const now = useNow();
  return (
    <Card title={t`Every key`}>
      <div className="keys">
        <table>
          <thead>
            <tr>
              <th scope="col">
                <Trans>Key</Trans>
              </th>
              <th scope="col">
                <Trans>Value</Trans>
              </th>
              <th scope="col">
                <Trans>Measured</Trans>
              </th>
              <th scope="col">
                <Trans>Read as</Trans>
              </th>
            </tr>
          </thead>
          <tbody>
            {readings.map(({ key, value, text, measured, mappedTo }) => (
              <tr key={key}>
                <th scope="row">{value === null ? key : <Link to={historyPath(key)}>{key}</Link>}</th>
                <td>{text ?? spoken(quantityOf(wordsOfKey(key).measure, value, display))}</td>
                <td>{formatAge(ageSeconds(measured, now), display)}</td>
                <td>
                  {mappedTo
                    .map((name) => monitoredOf(name)?.words)
                    .filter((words) => words !== undefined)
                    .map((words) => i18n._(words))
                    .join(", ")}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Card>
  );
}
