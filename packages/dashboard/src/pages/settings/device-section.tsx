import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { versionsQuestion } from "../../api/versions.ts";
import type { Speech } from "../../languages/speech.ts";
import type { Kept } from "../../offline/ahead/run.ts";
import { useDisplay } from "../../preferences/display.tsx";
import { useTraffic } from "../../preferences/traffic.ts";
import { useAnswer } from "../../queries/use-answer.ts";
import { Card } from "../../ui/page/card.tsx";
import { ProblemNotice } from "../../ui/page/notice.tsx";
import { formatInstant, formatMonthOf } from "../../units/instant.ts";
import { decimal } from "../../units/locale.ts";
import { useKeptAhead } from "./use-kept-ahead.ts";

/** Decimal units, as data plans count: `640 kB`, `12.3 MB`. */
function inWords(bytes: number, speech: Speech): string {
  return bytes < 999_500
    ? `${decimal(bytes / 1000, 0, speech)} kB`
    : `${decimal(bytes / 1_000_000, 1, speech)} MB`;
}

function KeptWords({ kept: { logs, stays, moorages, at } }: { readonly kept: Kept }) {
  const display = useDisplay();
  const time = formatInstant(new Date(at), display);
  return (
    <Trans>
      <Plural value={logs} one="# log" other="# logs" />,{" "}
      <Plural value={stays} one="# stay" other="# stays" /> and{" "}
      <Plural value={moorages} one="# moorage" other="# moorages" />, as of {time}
    </Trans>
  );
}

/** What can be read on this device without a link, and since when. */
export function KeptSection() {
  const { t } = useLingui();
  const kept = useKeptAhead();
  if (kept === undefined || !window.isSecureContext) return null;
  return (
    <Card title={t`Kept for times without a link`}>
      <p role="status">{kept === null ? <Trans>Nothing yet.</Trans> : <KeptWords kept={kept} />}</p>
      <p className="settings__aside">
        <Trans>
          Brought up to date while the dashboard is open, except on 2G and where the browser saves data. Pages
          that you opened are kept too.
        </Trans>
      </p>
    </Card>
  );
}

/** This device's traffic: links at sea are slow and expensive. */
export function TrafficSection() {
  const { t } = useLingui();
  const display = useDisplay();
  const traffic = useTraffic();
  const most = Math.max(1, ...traffic.map(({ bytes }) => bytes));
  return (
    <Card title={t`Data used by this device`}>
      <p className="settings__aside">
        <Trans>Counted here, with headers, as far as the browser tells. It is not sent anywhere.</Trans>
      </p>
      <dl className="settings__traffic">
        {traffic.map(({ month, bytes }) => (
          <div key={month} className="settings__month">
            <dt>{formatMonthOf(month, display)}</dt>
            <dd>{inWords(bytes, display)}</dd>
            <dd className="settings__bar" aria-hidden="true">
              <span style={{ width: `${(100 * bytes) / most}%` }} />
            </dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}

/** The installed versions. */
export function VersionsSection() {
  const { t } = useLingui();
  const { value: versions, problem, refetch } = useAnswer(versionsQuestion);
  const lines = [
    ["Wakelog", versions?.api],
    [t`Data interface`, versions?.server],
    [t`Database`, versions?.database],
    [t`Spatial`, versions?.spatial],
    [t`Time series`, versions?.timeseries],
  ] as const;
  return (
    <Card title={t`Versions`}>
      {problem === null ? null : <ProblemNotice problem={problem} onRetry={refetch} />}
      <dl className="settings__facts">
        {lines.map(([name, version]) => (
          <div key={name} className="settings__fact">
            <dt>{name}</dt>
            <dd>{versions === undefined ? "…" : (version ?? t`not installed`)}</dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}
