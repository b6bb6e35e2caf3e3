import { useLingui } from "@lingui/react/macro";
import { useMemo, useState } from "react";
import type { LogSegment } from "../../../api/logs/log-making.ts";
import type { TrackPoint } from "../../../api/logs/track.ts";
import { Graph } from "../../../plots/graph.tsx";
import { AtThePointer } from "../../../plots/pointer/at-the-pointer.tsx";
import { meansOf, readingsAt } from "../../../plots/pointer/nearest.ts";
import { nearPlaceWords, placeWords, valueWords } from "../../../plots/pointer/reading-words.ts";
import type { Across } from "../../../plots/series.ts";
import { useDisplay } from "../../../preferences/display.tsx";
import { Segmented } from "../../../ui/form/segmented.tsx";
import { Card } from "../../../ui/page/card.tsx";
import { formatInstant } from "../../../units/instant.ts";
import { distanceOfNauticalMiles, distanceUnit, type ShownUnits } from "../../../units/quantity.ts";
import type { Replay } from "../replay/use-replay.ts";
import { useGraphs } from "./graphs.ts";
import { VoyageGraph } from "./voyage-graph.tsx";
import "./log-graphs.css";

interface LogGraphsProps {
  readonly track: readonly TrackPoint[];
  readonly segments: readonly LogSegment[];
  readonly replay: Replay;
}

/** Measurements over time or distance. The cursor is linked with the boat's place. */
export function LogGraphs({ track, segments, replay }: LogGraphsProps) {
  const { t } = useLingui();
  const display = useDisplay();
  const [kind, setKind] = useState<Across["kind"]>("time");
  const across = useMemo(() => acrossOf(track, kind, display), [track, kind, display]);
  const graphs = useGraphs(track);
  const lines = useMemo(() => graphs.flatMap(({ series }) => series), [graphs]);
  const means = useMemo(() => meansOf(lines), [lines]);
  const at =
    replay.moment === null
      ? null
      : kind === "time"
        ? replay.moment / 1000
        : (across.values[replay.index ?? 0] ?? null);
  const index = replay.index ?? 0;
  const here = across.values[index];
  const point = track[index];
  const isPointed = at !== null && here !== undefined && point !== undefined;
  const values = (isPointed ? readingsAt(across, lines, here) : means).map((reading) => {
    const shown = { words: reading.words, value: valueWords(reading, display) };
    if (!isPointed || reading.place === null) return shown;
    const [place, pointed] = [reading.place, here].map((one) => nearPlaceWords(across, one, here, display));
    return place === pointed ? shown : { ...shown, place };
  });
  const head = isPointed
    ? [
        ...(kind === "time" ? [] : [placeWords(across, here, display)]),
        formatInstant(point.time, display),
      ].join(" · ")
    : t`On average`;
  return (
    <Card
      title={t`Along the way`}
      action={
        <div className="log-graphs__across">
          <Segmented
            legend={t`Graphs over`}
            choices={[
              ["time", t`Time`],
              ["distance", t`Distance`],
            ]}
            value={kind}
            onChoose={setKind}
          />
        </div>
      }
    >
      <div className={isPointed ? "log-graphs__pointer log-graphs__pointer--there" : "log-graphs__pointer"}>
        <AtThePointer head={head} values={values} />
      </div>
      <VoyageGraph track={track} segments={segments} replay={replay} />
      <div className="log-graphs">
        {graphs.map((graph) => (
          <Graph key={graph.title} {...graph} across={across} at={at} onLook={replay.look} />
        ))}
      </div>
    </Card>
  );
}

function acrossOf(track: readonly TrackPoint[], kind: Across["kind"], units: ShownUnits): Across {
  if (kind === "time") return { kind, unit: "", values: track.map(({ time }) => time.getTime() / 1000) };
  let passed = 0;
  const values = track.map(({ milesNm }) => {
    passed = Math.max(passed, distanceOfNauticalMiles(milesNm ?? 0, units));
    return passed;
  });
  return { kind, unit: distanceUnit(units), values };
}
