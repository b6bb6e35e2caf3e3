import { useLingui } from "@lingui/react/macro";
import { useMemo, useState } from "react";
import type { NamedLog } from "../../api/tracks/sailed.ts";
import { PlayBar } from "../../features/replay/play-bar.tsx";
import { LinesFigure } from "../../map/lines/lines-figure.tsx";
import { useDisplay } from "../../preferences/display.tsx";
import { Select } from "../../ui/choices/select.tsx";
import { Switch } from "../../ui/choices/switch.tsx";
import { formatInstant } from "../../units/instant.ts";
import { type Passage, situationAt } from "./passage.ts";
import { usePlay } from "./use-play.ts";
import "./player.css";

/** Seconds under way per second of playback. */
const PACES = ["600", "3600", "21600", "86400", "259200"] as const;
type Pace = (typeof PACES)[number];
/** Playback of a whole passage, as near as the speeds allow. */
const WHOLE_SECONDS = 40;
/** The shade of completed voyages. */
const SAILED = 1;

function paceFor(lengthMs: number): Pace {
  return PACES.find((pace) => lengthMs / 1000 / Number(pace) <= WHOLE_SECONDS) ?? "259200";
}

interface PlayerProps {
  readonly passage: Passage;
  readonly logs: readonly NamedLog[];
}

/** The passage on a map, up to the selected moment. */
export function Player({ passage, logs }: PlayerProps) {
  const { t } = useLingui();
  const display = useDisplay();
  const [pace, setPace] = useState(() => paceFor(passage.lengthMs));
  const [follow, setFollow] = useState(false);
  const { moment, playing, play, pause, look } = usePlay(passage.lengthMs, Number(pace));
  const situation = situationAt(passage, moment);
  const sailed = situation?.sailed ?? 0;

  const extent = useMemo(
    () => passage.legs.map(({ track }) => ({ id: track.id, shade: SAILED, points: track.points })),
    [passage],
  );
  const lines = useMemo(() => extent.slice(0, sailed), [extent, sailed]);
  if (situation === null) return null;
  const { place, heading, leg, head } = situation;
  const now = formatInstant(new Date(place.time), display);
  const name = logs.find(({ id }) => id === leg.track.id)?.name ?? "";
  const paceNames: Record<Pace, string> = {
    "600": t`10 minutes a second`,
    "3600": t`1 hour a second`,
    "21600": t`6 hours a second`,
    "86400": t`1 day a second`,
    "259200": t`3 days a second`,
  };
  return (
    <>
      <LinesFigure
        label={t`Map of the voyages as they are sailed`}
        lines={lines}
        extent={extent}
        head={head}
        boat={{
          id: "boat",
          kind: "boat",
          latitude: place.latitude,
          longitude: place.longitude,
          heading,
          label: t`The boat`,
        }}
        follow={follow}
        fitKey="passage"
        caption={
          <p className="player__now">
            <time className="player__clock" dateTime={new Date(place.time).toISOString()}>
              {now}
            </time>
            <span className="player__name">{name}</span>
          </p>
        }
      />
      <div className="player">
        <PlayBar
          playing={playing}
          onPlay={play}
          onPause={pause}
          last={Math.ceil(passage.lengthMs / 60_000)}
          moment={Math.round(moment / 60_000)}
          words={name === "" ? now : `${now}, ${name}`}
          onLook={(minute) => look(minute * 60_000)}
        >
          <Select
            label={t`Playback speed`}
            choices={PACES.map((one) => [one, paceNames[one]] as const)}
            value={pace}
            onChoose={setPace}
          />
        </PlayBar>
        <Switch label={t`Follow the boat`} on={follow} onSwitch={setFollow} />
      </div>
    </>
  );
}
