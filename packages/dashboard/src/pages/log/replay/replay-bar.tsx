import { useLingui } from "@lingui/react/macro";
import type { TrackPoint } from "../../../api/logs/track.ts";
import { PlayBar } from "../../../features/replay/play-bar.tsx";
import { useDisplay } from "../../../preferences/display.tsx";
import { Select } from "../../../ui/choices/select.tsx";
import { formatTimeWithZone } from "../../../units/instant.ts";
import { degrees, knots, spoken } from "../../../units/quantity.ts";
import { PACES, type Replay } from "./use-replay.ts";

interface ReplayBarProps {
  readonly track: readonly TrackPoint[];
  readonly replay: Replay;
}

/** Plays the log; the slider moves by finger or arrow keys. */
export function ReplayBar({ track, replay }: ReplayBarProps) {
  const { t } = useLingui();
  const words = useMomentWords(track, replay.index);
  const still = track.length < 2;
  return (
    <PlayBar
      playing={replay.playing}
      disabled={still}
      onPlay={replay.play}
      onPause={replay.pause}
      last={Math.max(1, track.length - 1)}
      moment={replay.index ?? 0}
      words={words}
      onLook={replay.look}
    >
      <Select
        label={t`Playback speed`}
        choices={PACES.map((pace) => [pace, `${pace}×`] as const)}
        value={replay.pace}
        onChoose={replay.setPace}
      />
    </PlayBar>
  );
}

/** The moment for screen readers. */
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
