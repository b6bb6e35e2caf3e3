import type { TrackPoint } from "../../api/logs/track.ts";
import { useDisplay } from "../../preferences/display.ts";
import { formatTimeWithZone } from "../../units/instant.ts";
import { degrees, knots, spoken } from "../../units/quantity.ts";
import "./track-scrubber.css";

interface TrackScrubberProps {
  readonly track: readonly TrackPoint[];
  readonly cursor: number | null;
  readonly onCursor: (index: number) => void;
}

/** Moves along the track with a finger or the arrow keys, and shows the numbers of each point. */
export function TrackScrubber({ track, cursor, onCursor }: TrackScrubberProps) {
  const { clock } = useDisplay();
  const point = cursor === null ? undefined : track[cursor];
  const words =
    point === undefined
      ? []
      : [
          formatTimeWithZone(point.time, clock),
          spoken(knots(point.sogKnots)),
          `course ${spoken(degrees(point.cogDegrees))}`,
          ...(point.awsKnots === null ? [] : [`apparent wind ${spoken(knots(point.awsKnots))}`]),
        ];
  return (
    <div className="track-scrubber">
      <input
        type="range"
        min={0}
        max={track.length - 1}
        step={1}
        value={cursor ?? 0}
        aria-label="Moment"
        aria-valuetext={words.length === 0 ? "start" : words.join(", ")}
        onChange={(event) => onCursor(event.target.valueAsNumber)}
      />
      <p className="track-scrubber__readout" aria-hidden="true">
        {words.length === 0 ? (
          <span className="track-scrubber__idle">Slide along the track to follow the boat.</span>
        ) : (
          words.map((word) => <span key={word}>{word}</span>)
        )}
      </p>
    </div>
  );
}
