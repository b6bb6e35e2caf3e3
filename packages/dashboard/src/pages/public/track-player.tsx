import { Trans, useLingui } from "@lingui/react/macro";
import { useEffect, useMemo, useState } from "react";
import { ChartFigure } from "../../map/chart-figure.tsx";
import type { TrackStep, Unrecorded } from "../../map/track-lines.ts";
import { Button } from "../../ui/button.tsx";

interface TrackPlayerProps {
  readonly label: string;
  readonly fitKey: string;
  readonly track: readonly TrackStep[];
  readonly unrecorded?: readonly Unrecorded[];
}

const NONE: readonly never[] = [];
/** Frames of a whole time-lapse, and milliseconds per frame. */
const PICTURES = 160;
const BETWEEN_MS = 80;

/** A track on the chart, with replay. */
export function TrackPlayer({ label, fitKey, track, unrecorded = NONE }: TrackPlayerProps) {
  const { t } = useLingui();
  /** Number of points drawn. */
  const [reached, setReached] = useState(track.length);
  const [playing, setPlaying] = useState(false);

  useEffect(() => {
    if (!playing) return undefined;
    const step = Math.max(1, Math.ceil(track.length / PICTURES));
    const timer = window.setInterval(
      () => setReached((before) => Math.min(track.length, before + step)),
      BETWEEN_MS,
    );
    return () => window.clearInterval(timer);
  }, [playing, track]);

  useEffect(() => {
    if (reached >= track.length) setPlaying(false);
  }, [reached, track]);

  const sailed = useMemo(() => (reached >= track.length ? track : track.slice(0, reached)), [track, reached]);
  const place = sailed.at(-1);
  const cursor = useMemo(
    () => (place === undefined ? null : { ...place, id: "boat", kind: "boat" as const, label: t`The boat` }),
    [place, t],
  );

  function play(): void {
    if (reached >= track.length) setReached(1);
    setPlaying(true);
  }

  return (
    <div className="public__player">
      <ChartFigure label={label} track={sailed} unrecorded={unrecorded} cursor={cursor} fitKey={fitKey} />
      <div>
        {playing ? (
          <Button kind="quiet" icon="pause" onClick={() => setPlaying(false)}>
            <Trans>Pause</Trans>
          </Button>
        ) : (
          <Button kind="quiet" icon="play" onClick={play}>
            <Trans>Play</Trans>
          </Button>
        )}
      </div>
    </div>
  );
}
