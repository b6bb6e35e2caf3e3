import { useCallback, useEffect, useState } from "react";

/** A clock that can be started, stopped and set. */
export interface Play {
  /** Milliseconds. */
  readonly moment: number;
  readonly playing: boolean;
  readonly play: () => void;
  readonly pause: () => void;
  readonly look: (moment: number) => void;
}

/** Plays a length in milliseconds at a multiple of real time; restarts after the end. */
export function usePlay(lengthMs: number, speed: number): Play {
  const [moment, setMoment] = useState(0);
  const [playing, setPlaying] = useState(false);

  useEffect(() => {
    if (!playing) return;
    let before: number | null = null;
    let frame = requestAnimationFrame(function step(now) {
      const passed = before === null ? 0 : now - before;
      before = now;
      setMoment((current) => Math.min(lengthMs, current + passed * speed));
      frame = requestAnimationFrame(step);
    });
    return () => cancelAnimationFrame(frame);
  }, [playing, lengthMs, speed]);

  const isOver = moment >= lengthMs;
  useEffect(() => {
    if (isOver) setPlaying(false);
  }, [isOver]);

  const play = useCallback(() => {
    setMoment((current) => (current >= lengthMs ? 0 : current));
    setPlaying(true);
  }, [lengthMs]);
  const pause = useCallback(() => setPlaying(false), []);
  const look = useCallback((wanted: number) => {
    setPlaying(false);
    setMoment(wanted);
  }, []);
  return { moment: Math.min(moment, lengthMs), playing, play, pause, look };
}
