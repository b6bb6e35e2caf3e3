import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { useMemo } from "react";
import type { ImportPreview } from "../../api/boat/imports.ts";
import { ChartFigure } from "../../map/chart-figure.tsx";
import { useDisplay } from "../../preferences/display.tsx";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/page/card.tsx";
import { formatInstant } from "../../units/instant.ts";

interface PreviewCardProps {
  readonly name: string;
  readonly preview: ImportPreview;
  readonly onStore: () => void;
  readonly onCancel: () => void;
}

/** A file's preview, before anything is stored. */
export function PreviewCard({ name, preview, onStore, onCancel }: PreviewCardProps) {
  const { t } = useLingui();
  const display = useDisplay();
  const { format, rows, known, covered, from, to, line, leftOut, notes } = preview;
  const track = useMemo(
    () => line.map((place, at) => ({ ...place, time: new Date(at * 1000), sogKnots: null })),
    [line],
  );
  const facts: readonly (readonly [string, string])[] = [
    [t`Format`, format],
    [t`Rows`, String(rows)],
    [t`Of them stored already`, String(known)],
    [t`Left out: covered by another recording`, String(covered)],
    [t`From`, from === null ? "–" : formatInstant(from, display)],
    [t`To`, to === null ? "–" : formatInstant(to, display)],
  ];
  return (
    <Card title={t`What would come of ${name}`}>
      <div className="import__preview">
        <dl className="import__facts">
          {facts.map(([label, value]) => (
            <div key={label} className="import__fact">
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
        {leftOut.length === 0 ? null : (
          <div>
            <h3>
              <Trans>Left out</Trans>
            </h3>
            <ul>
              {leftOut.map(([reason, count]) => (
                <li key={reason}>
                  {count} × {reason}
                </li>
              ))}
            </ul>
          </div>
        )}
        {notes.map((note) => (
          <p key={note} className="import__aside">
            {note}
          </p>
        ))}
        {track.length < 2 ? null : (
          <ChartFigure label={t`Chart with the track of the file`} track={track} fitKey={name} />
        )}
        <div className="import__answers">
          <Button disabled={rows === 0} onClick={onStore}>
            <Plural value={rows} one="Import # row" other="Import # rows" />
          </Button>
          <Button kind="quiet" onClick={onCancel}>
            <Trans>Cancel</Trans>
          </Button>
        </div>
      </div>
    </Card>
  );
}
