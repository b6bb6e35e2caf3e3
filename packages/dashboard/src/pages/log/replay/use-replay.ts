import { useCallback, useEffect, useRef, useState } from "react";
import type { TrackPoint } from "../../../api/logs/track.ts";
import { indexAt } from "./place.ts";

/** Speeds, relative to playing the whole log in a minute. */
export const PACES = ["1", "2", "5", "10"] as const;
export type Pace = (typeof PACES)[number];

/** Duration of a log at 1× in milliseconds, whatever its length. */
const WHOLE_MS = 60_000;
/** Render interval: smooth enough for the eye. */
const FRAME_MS = 40;

/** The selected moment of a log, and how to move it. */
export interface Replay {
  /** Milliseconds since 1970; null before a moment was selected. */
  readonly moment: number | null;
  /** The last point of the track at that moment. */
  readonly index: number | null;
  readonly playing: boolean;
  readonly pace: Pace;
  readonly setPace: (pace: Pace) => void;
  readonly play: () => void;
  readonly pause: () => void;
  /** Selects a point of the track. */
  readonly look: (index: number) => void;
}

/** Plays a log from start to end. */
export function useReplay(track: readonly TrackPoint[]): Replay {
  const [moment, setMoment] = useState<number | null>(null);
  const [playing, setPlaying] = useState(false);
  const [pace, setPace] = useState<Pace>("1");
  const start = track[0]?.time.getTime() ?? 0;
  const end = track.at(-1)?.time.getTime() ?? 0;
  const shown = useRef<number | null>(null);
  shown.current = moment;

  useEffect(() => {
    if (!playing) return undefined;
    const perMs = ((end - start) / WHOLE_MS) * Number(pace);
    let from = shown.current ?? start;
    let before = performance.now();
    let frame = requestAnimationFrame(function step(now) {
      frame = requestAnimationFrame(step);
      if (now - before < FRAME_MS) return;
      from = Math.min(end, from + (now - before) * perMs);
      before = now;
      setMoment(from);
      if (from >= end) setPlaying(false);
    });
    return () => cancelAnimationFrame(frame);
  }, [playing, pace, start, end]);

  const look = useCallback(
    (index: number) => {
      const point = track[index];
      if (point === undefined) return;
      setPlaying(false);
      setMoment(point.time.getTime());
    },
    [track],
  );
  const play = useCallback(() => {
    setMoment((before) => (before === null || before >= end ? start : before));
    setPlaying(true);
  }, [start, end]);
  const pause = useCallback(() => setPlaying(false), []);
  const index = moment === null || track.length === 0 ? null : indexAt(track, moment);
  return { moment, index, playing, pace, setPace, play, pause, look };
}
