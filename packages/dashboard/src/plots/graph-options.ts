import uPlot from "uplot";
import type { Speech } from "../languages/speech.ts";
import { themeColour } from "../preferences/theme.ts";
import { axisLook, timeAxis, valueAxis } from "./axes.ts";
import type { Across, Series } from "./series.ts";
import { drawStrip, type Strip, stripRoom } from "./strip.ts";

interface GraphWishes {
  readonly across: Across;
  readonly series: readonly Series[];
  readonly downwards: boolean;
  readonly strip: Strip;
  /** The time zone of the hour labels. */
  readonly zone: string;
  readonly speech: Speech;
  readonly onLook: (index: number) => void;
}

/** Styles of the first, second and third line: distinct without colour. */
const STROKES = [
  { colour: "--plot-a", width: 2.25, dash: [] },
  { colour: "--plot-b", width: 1.75, dash: [] },
  { colour: "--ink-soft", width: 1.75, dash: [6, 4] },
] as const;

/** The ends of a scale, with some room, never equal. */
function ends(low: number | null, high: number | null, fromZero: boolean): [number, number] {
  const [least, most] = [fromZero ? 0 : (low ?? 0), high ?? 1];
  const room = Math.max((most - least) * 0.08, fromZero ? 0.5 : 0.05);
  return [fromZero ? 0 : least - room, most + room];
}

/** A graph's options without size and data, in the current theme's colours. */
export function graphOptions({ across, series, downwards, strip, zone, speech, onLook }: GraphWishes) {
  const units = [...new Set(series.map(({ unit }) => unit))];
  const touched = (plot: uPlot, event: PointerEvent) => {
    const index = plot.posToIdx(event.clientX - plot.over.getBoundingClientRect().left);
    onLook(index);
  };
  return {
    tzDate: (seconds: number) => uPlot.tzDate(new Date(seconds * 1000), zone),
    legend: { show: false },
    padding: [10 + stripRoom(strip), 12, 0, 0] as uPlot.Padding,
    // uPlot's own handlers are off, so that the cursor stays when the pointer leaves.
    cursor: {
      y: false,
      points: { size: 9 },
      drag: { x: false, y: false },
      bind: { mouseleave: () => null, mousemove: () => null },
    },
    scales: {
      x: { time: across.kind === "time" },
      ...Object.fromEntries(
        units.map((unit) => [
          unit,
          {
            dir: downwards ? (-1 as const) : (1 as const),
            range: (_: uPlot, low: number | null, high: number | null) =>
              ends(
                low,
                high,
                series.some((one) => one.unit === unit && one.fromZero),
              ),
          },
        ]),
      ),
    },
    axes: [
      across.kind === "time" ? timeAxis(zone, speech) : { ...axisLook(), label: across.unit },
      ...units.map(
        (unit, place): uPlot.Axis => ({
          ...valueAxis(unit, speech, downwards),
          scale: unit,
          side: place === 0 ? 3 : 1,
        }),
      ),
    ],
    series: [
      {},
      ...series.map(({ words, unit, fromZero }, place): uPlot.Series => {
        const stroke = STROKES[place] ?? STROKES[2];
        const colour = themeColour(stroke.colour);
        return {
          label: words,
          scale: unit,
          stroke: colour,
          width: stroke.width,
          dash: [...stroke.dash],
          ...(place === 0 && fromZero ? { fill: `color-mix(in srgb, ${colour} 14%, transparent)` } : {}),
          points: { show: false },
        };
      }),
    ],
    hooks: {
      draw: [(plot: uPlot) => drawStrip(plot, across.values, strip)],
      ready: [
        (plot: uPlot) => {
          plot.over.addEventListener("pointermove", (event) => touched(plot, event));
          plot.over.addEventListener("pointerdown", (event) => touched(plot, event));
        },
      ],
    },
  };
}
