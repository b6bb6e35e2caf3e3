import { useLingui } from "@lingui/react/macro";
import type { TrackPoint } from "../../../api/logs/track.ts";
import { useDisplay } from "../../../preferences/display.tsx";
import { Icon } from "../../../ui/icon.tsx";
import { Select } from "../../../ui/select.tsx";
import { formatTimeWithZone } from "../../../units/instant.ts";
import { degrees, knots, spoken } from "../../../units/quantity.ts";
import { PACES, type Replay } from "./use-replay.ts";
import "../../../features/replay/replay-bar.css";

interface ReplayBarProps {
  readonly track: readonly TrackPoint[];
  readonly replay: Replay;
}

/** Plays the log, and moves along its track with a finger or the arrow keys. */
export function ReplayBar({ track, replay }: ReplayBarProps) {
  const { t } = useLingui();
  const words = useMomentWords(track, replay.index);
  const still = track.length < 2;
  return (
    <div className="replay-bar">
      <button
        type="button"
        className="replay-bar__play"
        aria-label={replay.playing ? t`Pause` : t`Play`}
        disabled={still}
        onClick={replay.playing ? replay.pause : replay.play}
      >
        <Icon name={replay.playing ? "pause" : "play"} size={26} />
      </button>
      <input
        type="range"
        className="replay-bar__slider"
        min={0}
        max={Math.max(1, track.length - 1)}
        step={1}
        value={replay.index ?? 0}
        disabled={still}
        aria-label={t`Moment`}
        aria-valuetext={words}
        onChange={(event) => replay.look(event.target.valueAsNumber)}
      />
      <Select
        label={t`Playback speed`}
        choices={PACES.map((pace) => [pace, `${pace}×`] as const)}
        value={replay.pace}
        onChoose={replay.setPace}
      />
    </div>
  );
}

/** The moment as screen readers say it. */
function useMomentWords(track: readonly TrackPoint[], index: number | null): string {
  const { t } = useLingui();
  const display = useDisplay();
  const point = index === null ? undefined : track[index];
  if (point === undefined) return t`start`;
  const course = spoken(degrees(point.cogDegrees, display));
  const [trueWind, apparentWind] = [
    spoken(knots(point.twsKnots, display)),
    spoken(knots(point.awsKnots, display)),
  ];
  return [
    formatTimeWithZone(point.time, display),
    ...(point.sogKnots === null ? [] : [spoken(knots(point.sogKnots, display))]),
    ...(point.cogDegrees === null ? [] : [t`course ${course}`]),
    ...(point.twsKnots === null ? [] : [t`true wind ${trueWind}`]),
    ...(point.twsKnots !== null || point.awsKnots === null ? [] : [t`apparent wind ${apparentWind}`]),
  ].join(", ");
}
