import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import type { Log } from "../../../api/logs/log.ts";
import type { LogSegment } from "../../../api/logs/log-making.ts";
import { sentence } from "../../../api/sentence.ts";
import { useDisplay, useSentences } from "../../../preferences/display.tsx";
import { translated } from "../../../server-messages/translated.ts";
import { Card } from "../../../ui/page/card.tsx";
import { formatDuration } from "../../../units/duration.ts";
import { nauticalMiles, percent, spoken } from "../../../units/quantity.ts";
import "./log-making-card.css";

const WORDS: Readonly<Record<LogSegment["kind"], MessageDescriptor>> = {
  sailing: msg`Under sail`,
  motoring: msg`Under engine`,
  unknown: msg`Sail or engine not known`,
  pause: msg`Stopped on the way`,
  gap: msg`Not recorded`,
};

function secondsOf({ from, to }: LogSegment): number {
  return (to.getTime() - from.getTime()) / 1000;
}

function sumBy(segments: readonly LogSegment[], value: (segment: LogSegment) => number): number {
  return segments.reduce((sum, segment) => sum + value(segment), 0);
}

function Kinds({ segments }: { readonly segments: readonly LogSegment[] }) {
  const display = useDisplay();
  const { t } = useLingui();
  const kinds = [...new Set(segments.map(({ kind }) => kind))];
  return (
    <>
      <div className="log-making__bar" aria-hidden="true">
        {segments.map((segment) => (
          <span
            key={segment.from.getTime()}
            className={`log-making__part log-making__part--${segment.kind}`}
            style={{ flexGrow: secondsOf(segment) }}
          />
        ))}
      </div>
      <ul className="log-making__kinds">
        {kinds.map((kind) => {
          const ofKind = segments.filter((segment) => segment.kind === kind);
          return (
            <li key={kind}>
              <span className={`log-making__swatch log-making__part--${kind}`} aria-hidden="true" />
              <span>{t(WORDS[kind])}</span>
              <span>
                {formatDuration(sumBy(ofKind, secondsOf))}
                {kind === "pause"
                  ? ""
                  : `, ${spoken(
                      nauticalMiles(
                        sumBy(ofKind, (one) => one.distanceNm ?? 0),
                        display,
                      ),
                    )}`}
              </span>
            </li>
          );
        })}
      </ul>
    </>
  );
}

/** How the log was sailed and found, and why it begins and ends there. Nothing if unknown. Waits for its sentences. */
export function LogMakingCard({ log }: { readonly log: Log }) {
  const { t } = useLingui();
  const display = useSentences();
  const { engineSeconds, loggedNm } = log;
  const { segments, startReason, endReason, confidence } = log.making;
  const known = [startReason, endReason, engineSeconds, loggedNm];
  if (segments.length === 0 && known.every((one) => one === null)) return null;
  return (
    <Card title={t`Details`}>
      <div className="log-making">
        {segments.length === 0 ? null : <Kinds segments={segments} />}
        <dl className="log-making__reasons">
          {engineSeconds === null ? null : (
            <div>
              <dt>
                <Trans>Engine</Trans>
              </dt>
              <dd>{formatDuration(engineSeconds)}</dd>
            </div>
          )}
          {loggedNm === null ? null : (
            <div>
              <dt>
                <Trans>Through the water</Trans>
              </dt>
              <dd>{spoken(nauticalMiles(loggedNm, display))}</dd>
            </div>
          )}
          {startReason === null ? null : (
            <div>
              <dt>
                <Trans>Reason for the start</Trans>
              </dt>
              <dd>{sentence(translated(startReason, display))}</dd>
            </div>
          )}
          {endReason === null ? null : (
            <div>
              <dt>
                <Trans>Reason for the end</Trans>
              </dt>
              <dd>{sentence(translated(endReason, display))}</dd>
            </div>
          )}
          {confidence === null ? null : (
            <div>
              <dt>
                <Trans>Confidence</Trans>
              </dt>
              <dd>{spoken(percent(confidence, display))}</dd>
            </div>
          )}
        </dl>
      </div>
    </Card>
  );
}
