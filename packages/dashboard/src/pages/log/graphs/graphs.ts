import { useLingui } from "@lingui/react/macro";
import { useMemo } from "react";
import { isMeasured, type Measured, type TrackPoint } from "../../../api/logs/track.ts";
import type { Speech } from "../../../languages/speech.ts";
import type { Series } from "../../../plots/series.ts";
import type { Strip } from "../../../plots/strip.ts";
import { useDisplay } from "../../../preferences/display.tsx";
import { hectopascalOfPascal, inchesOfMercuryOfPascal, percentOfRatio } from "../../../units/convert.ts";
import { decimal } from "../../../units/locale.ts";
import { DEPTH_UNITS, pressure, speedOfKnots, speedUnit } from "../../../units/quantity.ts";
import { barbsOf } from "./strips.ts";

/** A graph without its x axis. */
interface LogGraph {
  readonly title: string;
  readonly sentence: string;
  readonly series: readonly Series[];
  readonly downwards?: boolean;
  readonly strip?: Strip;
}

/** How a measurement becomes a line. */
interface Line {
  readonly name: Measured;
  readonly words: string;
  readonly unit: string;
  readonly digits: number;
  readonly of?: (value: number) => number;
  readonly fromZero?: boolean;
}

interface Extent {
  readonly low: string;
  readonly high: string;
  readonly mean: string;
}

function seriesOf(track: readonly TrackPoint[], lines: readonly Line[]): readonly Series[] {
  return lines
    .filter(({ name }) => isMeasured(track, name))
    .map(({ name, words, unit, digits, of = (value: number) => value, fromZero = false }) => ({
      words,
      unit,
      digits,
      fromZero,
      values: track.map((point) => {
        const value = point[name];
        return value === null ? null : of(value);
      }),
    }));
}

function extentOf({ values, digits, unit }: Series, speech: Speech): Extent {
  const known = values.filter((value) => value !== null);
  const write = (value: number) => `${decimal(value, digits, speech)} ${unit}`;
  return {
    low: write(known.reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY)),
    high: write(known.reduce((a, b) => Math.max(a, b), Number.NEGATIVE_INFINITY)),
    mean: write(known.reduce((a, b) => a + b, 0) / known.length),
  };
}

/** The graphs for which the track has data. */
export function useGraphs(track: readonly TrackPoint[]): readonly LogGraph[] {
  const { t } = useLingui();
  const display = useDisplay();
  return useMemo(() => {
    const barbs = barbsOf(track);
    const percent = { unit: "%", digits: 0, of: percentOfRatio, fromZero: true };
    const { unit, of } = DEPTH_UNITS[display.depth];
    const barometer = pressure(100_000, display).unit;
    const from = (words: string, { low, high }: Extent) => t`${words} from ${low} to ${high}.`;
    const graph = (
      title: string,
      lines: readonly Line[],
      say = (series: Series) => from(series.words, extentOf(series, display)),
    ): LogGraph[] => {
      const series = seriesOf(track, lines);
      return series.length === 0 ? [] : [{ title, series, sentence: series.map(say).join(" ") }];
    };
    const speed = (series: Series) => {
      const { mean, high } = extentOf(series, display);
      return t`${mean} on average, at most ${high}.`;
    };
    const knots = {
      unit: speedUnit(display),
      digits: 1,
      of: (one: number) => speedOfKnots(one, display),
      fromZero: true,
    };
    return [
      ...graph(t`Speed`, [{ name: "sogKnots", words: t`Speed over ground`, ...knots }], speed),
      ...graph(t`Wind`, [
        { name: "twsKnots", words: t`True wind`, ...knots },
        { name: "awsKnots", words: t`Apparent wind`, ...knots },
      ]).map((one) => (barbs === undefined ? one : { ...one, strip: { barbs } })),
      ...graph(t`Depth`, [{ name: "depthMetres", words: t`Depth`, unit, of, digits: 1, fromZero: true }]).map(
        (one) => ({ ...one, downwards: true }),
      ),
      ...graph(t`Barometer`, [
        {
          name: "pressurePascal",
          words: t`Air pressure`,
          unit: barometer,
          digits: barometer === "hPa" ? 1 : 2,
          of: barometer === "hPa" ? hectopascalOfPascal : inchesOfMercuryOfPascal,
        },
      ]),
      ...graph(t`Battery`, [
        { name: "volts", words: t`Voltage`, unit: "V", digits: 2 },
        { name: "charge", words: t`Charge`, ...percent },
      ]),
      ...graph(t`Tanks`, [
        { name: "fuel", words: t`Fuel`, ...percent },
        { name: "freshWater", words: t`Fresh water`, ...percent },
        { name: "wasteWater", words: t`Waste water`, ...percent },
      ]),
    ];
  }, [track, display, t]);
}
