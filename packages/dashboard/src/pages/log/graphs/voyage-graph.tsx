import { useLingui } from "@lingui/react/macro";
import { useMemo } from "react";
import type { LogSegment } from "../../../api/logs/log-making.ts";
import { isMeasured, type TrackPoint } from "../../../api/logs/track.ts";
import { Graph } from "../../../plots/graph.tsx";
import type { Across, Series } from "../../../plots/series.ts";
import { useDisplay } from "../../../preferences/display.tsx";
import { decimal } from "../../../units/locale.ts";
import { speedOfKnots, speedUnit } from "../../../units/quantity.ts";
import type { Replay } from "../replay/use-replay.ts";
import { bandOf, barbsOf } from "./strips.ts";
import "./voyage-graph.css";

interface VoyageGraphProps {
  readonly track: readonly TrackPoint[];
  readonly segments: readonly LogSegment[];
  readonly replay: Replay;
}

/** The voyage in one graph over time: speed filled, true wind as a line and barbs, sail and engine as a band. */
export function VoyageGraph({ track, segments, replay }: VoyageGraphProps) {
  const { t } = useLingui();
  const display = useDisplay();
  const across = useMemo<Across>(
    () => ({ kind: "time", unit: "", values: track.map(({ time }) => time.getTime() / 1000) }),
    [track],
  );
  const strip = useMemo(() => {
    const [barbs, band] = [barbsOf(track), bandOf(track, segments)];
    return { ...(barbs === undefined ? {} : { barbs }), ...(band === undefined ? {} : { band }) };
  }, [track, segments]);
  const series = useMemo(() => {
    const line = (name: "sogKnots" | "twsKnots", words: string): readonly Series[] =>
      isMeasured(track, name)
        ? [
            {
              ...{ words, unit: speedUnit(display), digits: 1, fromZero: true },
              values: track.map(({ [name]: knots }) =>
                knots === null ? null : speedOfKnots(knots, display),
              ),
            },
          ]
        : [];
    return [...line("sogKnots", t`Speed over ground`), ...line("twsKnots", t`True wind`)];
  }, [track, display, t]);
  const sentence = useMemo(
    () =>
      series
        .map(({ words, unit, values }) => {
          const most = values.reduce<number>((top, value) => Math.max(top, value ?? 0), 0);
          const high = `${decimal(most, 1, display)} ${unit}`;
          return t`${words} at most ${high}.`;
        })
        .join(" "),
    [series, display, t],
  );
  if (series.length === 0) return null;
  return (
    <div className="voyage-graph">
      <Graph
        title={t`The voyage`}
        sentence={sentence}
        across={across}
        series={series}
        strip={strip}
        at={replay.moment === null ? null : replay.moment / 1000}
        onLook={replay.look}
      />
    </div>
  );
}
