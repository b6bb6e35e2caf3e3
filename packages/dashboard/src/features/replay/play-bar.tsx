import { useLingui } from "@lingui/react/macro";
import type { ReactNode } from "react";
import { Icon } from "../../ui/icon.tsx";
import "./play-bar.css";

interface PlayBarProps {
  readonly playing: boolean;
  readonly disabled?: boolean;
  readonly onPlay: () => void;
  readonly onPause: () => void;
  /** Index of the last moment, from 0. */
  readonly last: number;
  readonly moment: number;
  /** The current moment for screen readers. */
  readonly words: string;
  readonly onLook: (moment: number) => void;
  /** Controls for the playback speed. */
  readonly children: ReactNode;
}

/** Plays a track; the slider moves by finger or arrow keys. */
export function PlayBar(props: PlayBarProps) {
  const { playing, disabled = false, onPlay, onPause, last, moment, words, onLook, children } = props;
  const { t } = useLingui();
  return (
    <div className="replay-bar">
      <button
        type="button"
        className="replay-bar__play"
        aria-label={playing ? t`Pause` : t`Play`}
        disabled={disabled}
        onClick={playing ? onPause : onPlay}
      >
        <Icon name={playing ? "pause" : "play"} size={26} />
      </button>
      <input
        type="range"
        className="replay-bar__slider"
        min={0}
        max={last}
        step={1}
        value={moment}
        disabled={disabled}
        aria-label={t`Moment`}
        aria-valuetext={words}
        onChange={({ target }) => onLook(target.valueAsNumber)}
      />
      {children}
    </div>
  );
}
