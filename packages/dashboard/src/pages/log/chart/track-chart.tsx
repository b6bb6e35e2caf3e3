import { useLingui } from "@lingui/react/macro";
import { useMemo, useState } from "react";
import type { Log } from "../../../api/logs/log.ts";
import type { TrackPoint } from "../../../api/logs/track.ts";
import { ChartFigure } from "../../../map/chart-figure.tsx";
import type { Mark } from "../../../map/mark.ts";
import { chartPins } from "../../../map/pins/pin.ts";
import { KindLegend, SpeedLegend } from "../../../map/speed-legend.tsx";
import { type ChartTool, pictureOfChart, trackTap, windArrows } from "../../../map/tools/chart-tools.ts";
import { useDisplay } from "../../../preferences/display.tsx";
import { useQueryWords } from "../../../routing/location.ts";
import { Select } from "../../../ui/choices/select.tsx";
import { BarbLegend } from "../../../ui/figures/barb-legend.tsx";
import { formatTimeWithZone } from "../../../units/instant.ts";
import { degrees, knots, metres, spoken } from "../../../units/quantity.ts";
import type { Written } from "../entries/written.ts";
import { placeAt } from "../replay/place.ts";
import type { Replay } from "../replay/use-replay.ts";
import { COLOURINGS, type Colouring, coloured, colouringsOf, DRIVE_SHARES, windOf } from "./colouring.ts";
import { type Pinned, usePinned } from "./pinned.ts";
import { PinnedHere } from "./pinned-here.tsx";
import { windAlong } from "./wind-along.ts";
import "./track-chart.css";

interface TrackChartProps {
  readonly log: Log;
  readonly track: readonly TrackPoint[];
  readonly written: Written;
  readonly replay: Replay;
}

const NONE: readonly string[] = [];

const readColouring = (query: URLSearchParams): Colouring =>
  COLOURINGS.find((one) => one === query.get("colour")) ?? "speed";
const writeColouring = (colouring: Colouring) => ({ colour: colouring === "speed" ? null : colouring });

/** The track of a log in a chosen colouring, dashed across gaps, with pins for entries and photos. */
export function TrackChart({ log, track, written, replay }: TrackChartProps) {
  const { t } = useLingui();
  const [wanted, choose] = useQueryWords(readColouring, writeColouring);
  const { segments } = log.making;
  const possible = useMemo(() => colouringsOf(track, segments), [track, segments]);
  const colouring = possible.includes(wanted) ? wanted : (possible[0] ?? "speed");
  const steps = useMemo(() => coloured(track, segments, colouring), [track, segments, colouring]);
  const gaps = useMemo(() => segments.filter(({ kind }) => kind === "gap"), [segments]);
  const marks = useEnds(log, track);
  const cursor = useCursor(track, replay);
  const pinned = usePinned(written, track);
  const [chosen, choosePins] = useState<readonly string[]>(NONE);
  const tools = useTools(track, replay, pinned, choosePins);
  const here = pinned.filter(({ id }) => chosen.includes(id));
  const isTrue = windOf(track) === "twsKnots";
  const words: Readonly<Record<Colouring, string>> = {
    speed: t`Speed`,
    wind: isTrue ? t`True wind` : t`Apparent wind`,
    depth: t`Depth`,
    drive: t`Sail and motor`,
  };
  const name = log.name ?? t`log ${log.id}`;
  const count = track.length;
  return (
    <div className="track-chart">
      <ChartFigure
        label={t`Track of ${name}, ${count} points`}
        track={steps}
        unrecorded={gaps}
        marks={marks}
        cursor={cursor}
        tools={tools}
        over={here.length === 0 ? null : <PinnedHere pinned={here} onClose={() => choosePins(NONE)} />}
        fitKey={`log ${log.id} ${log.ended === null ? "" : track.length}`}
        caption={
          <span className="track-chart__colours">
            {possible.length === 0 ? null : (
              <Select
                label={t`Colour of the track`}
                choices={possible.map((one) => [one, words[one]] as const)}
                value={colouring}
                onChoose={(one) => choose(one, "replace")}
              />
            )}
            {possible.length === 0 ? null : colouring === "drive" ? (
              <KindLegend
                kinds={[
                  [DRIVE_SHARES.sailing, t`Under sail`],
                  [DRIVE_SHARES.motoring, t`Under engine`],
                  [DRIVE_SHARES.unknown, t`Not known`],
                ]}
              />
            ) : (
              <SpeedLegend
                track={steps}
                unrecorded={gaps}
                quantity={colouring === "depth" ? metres : knots}
              />
            )}
            {windAlong(track).length === 0 ? null : <BarbLegend />}
          </span>
        }
      />
    </div>
  );
}

/** Wind arrows, pins, and taps on the track. */
function useTools(
  track: readonly TrackPoint[],
  { look }: Replay,
  pinned: readonly Pinned[],
  choosePins: (ids: readonly string[]) => void,
): readonly ChartTool[] {
  const display = useDisplay();
  const { t } = useLingui();
  const tools = useMemo(() => {
    const arrows = windAlong(track).map(({ point, fromDegrees, knots: speed }) => {
      const [wind, from] = [spoken(knots(speed, display)), spoken(degrees(fromDegrees, display))];
      return { ...point, knots: speed, fromDegrees, label: t`True wind ${wind} from ${from}` };
    });
    return [trackTap(track, look), windArrows(arrows), pictureOfChart];
  }, [track, look, t, display]);
  const pins = useMemo(() => chartPins(pinned, choosePins), [pinned, choosePins]);
  return useMemo(() => [...tools, pins], [tools, pins]);
}

/** Start and end of the log with their times; the boat itself while under way. */
function useEnds({ from, to, ended }: Log, track: readonly TrackPoint[]): readonly Mark[] {
  const { t } = useLingui();
  const display = useDisplay();
  return useMemo(() => {
    const [first, last] = [track[0], track.at(-1)];
    if (first === undefined || last === undefined) return [];
    const start: Mark = {
      ...first,
      id: "start",
      kind: "start",
      label: from === null ? t`Start` : t`Start: ${from}`,
      name: formatTimeWithZone(first.time, display),
    };
    const end: Mark =
      ended === null
        ? { ...last, id: "boat", kind: "boat", label: t`The boat`, heading: last.cogDegrees }
        : {
            ...last,
            id: "end",
            kind: "end",
            label: to === null ? t`End` : t`End: ${to}`,
            name: formatTimeWithZone(last.time, display),
          };
    return [start, end];
  }, [track, from, to, ended, t, display]);
}

function useCursor(track: readonly TrackPoint[], { moment, index }: Replay): Mark | null {
  const { t } = useLingui();
  const place = moment === null ? null : placeAt(track, moment);
  if (place === null) return null;
  const heading = track[index ?? 0]?.cogDegrees ?? null;
  return { ...place, id: "cursor", kind: "cursor", label: t`Selected point`, heading };
}
