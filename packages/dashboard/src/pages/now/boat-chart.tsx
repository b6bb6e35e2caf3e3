import { useLingui } from "@lingui/react/macro";
import { useMemo } from "react";
import { rulesQuestion } from "../../api/alerts/rules.ts";
import type { OpenStay } from "../../api/boat/present.ts";
import type { WakeStep } from "../../api/boat/wake.ts";
import { anchorRings } from "../../features/alerts/anchor-watch.ts";
import type { BoatLayer, Ring } from "../../map/boat/boat-layer.ts";
import { farthestFrom } from "../../map/boat/farthest.ts";
import { placeFrom } from "../../map/boat/sphere.ts";
import { ChartFigure } from "../../map/chart-figure.tsx";
import type { Mark } from "../../map/mark.ts";
import { quantityOf } from "../../measurements/measure.ts";
import { useDisplay } from "../../preferences/display.tsx";
import { useAnswer } from "../../queries/use-answer.ts";
import { useIsFresh } from "../../queries/use-now.ts";
import { Empty } from "../../ui/page/empty.tsx";
import { formatLatitude, formatLongitude } from "../../units/position.ts";
import { spoken } from "../../units/quantity.ts";
import { aroundOf, swingOf } from "./around.ts";
import { useOwnAge } from "./own-age.ts";

interface BoatChartProps {
  readonly wake: readonly WakeStep[];
  /** Course over ground, degrees true, at the end of the wake; null if unknown. */
  readonly cogDegrees: number | null;
  /** Heading, degrees true; falls back to the course. */
  readonly headingDegrees: number | null;
  readonly stay: OpenStay | null;
  /** Time of the newest row. */
  readonly newest: Date | null;
}

/** A slower boat is not under way. */
const MOVING_KNOTS = 0.7;
const AHEAD_MINUTES = [10, 30];
const METRES_PER_MINUTE = 1852 / 60;

function Caption({
  words,
  time,
  newest,
}: {
  readonly words: string;
  readonly time: Date;
  readonly newest: Date | null;
}) {
  const isFresh = useIsFresh();
  const age = useOwnAge(time, newest);
  return (
    <>
      {isFresh(time) ? <strong>{words}</strong> : words}
      {age === null ? null : <> · {age}</>}
    </>
  );
}

/** The circles around a stationary boat: anchor watch or observed swing. */
function useRings(stay: OpenStay | null): readonly Ring[] {
  const { value: rules } = useAnswer(rulesQuestion);
  return useMemo(() => {
    const watch = anchorRings(rules ?? []).map(
      ({ circle }, index): Ring => ({ ...circle, kind: index === 0 ? "warn" : "alarm" }),
    );
    if (watch.length > 0) return watch;
    const swing = swingOf(stay);
    return swing === null ? [] : [{ ...swing, kind: "swing" }];
  }, [rules, stay]);
}

/** The boat on the chart, with a day's wake, her course, or her swing circle. */
export function BoatChart({ wake, cogDegrees, headingDegrees, stay, newest }: BoatChartProps) {
  const display = useDisplay();
  const { t } = useLingui();
  const isFresh = useIsFresh();
  const rings = useRings(stay);
  const place = wake.at(-1);
  const words =
    place === undefined ? "" : `${formatLatitude(place.latitude)}  ${formatLongitude(place.longitude)}`;
  const heading = headingDegrees ?? cogDegrees;
  const marks = useMemo<readonly Mark[]>(
    () =>
      place === undefined
        ? []
        : [{ ...place, id: "boat", kind: "boat", label: t`The boat at ${words}`, heading }],
    [place, words, heading, t],
  );
  const fresh = place !== undefined && isFresh(place.time);
  const farthest = useMemo(() => {
    const [ring] = rings;
    const arrived = stay?.arrived ?? null;
    if (ring === undefined || arrived === null) return null;
    const found = farthestFrom(
      ring,
      wake.filter(({ time }) => time >= arrived),
    );
    return found === null
      ? null
      : {
          from: ring,
          to: found.place,
          words: t`Farthest ${spoken(quantityOf("length", found.metres, display))}`,
        };
  }, [rings, stay, wake, t, display]);
  const boat = useMemo<BoatLayer | undefined>(() => {
    if (place === undefined) return undefined;
    const knots = place.sogKnots ?? 0;
    const moving = fresh && cogDegrees !== null && knots >= MOVING_KNOTS;
    return {
      boat: place,
      rings,
      farthest,
      ahead: moving
        ? AHEAD_MINUTES.map((minutes) => ({
            ...placeFrom(place, cogDegrees, knots * METRES_PER_MINUTE * minutes),
            words: t`${minutes} min`,
          }))
        : [],
    };
  }, [place, fresh, cogDegrees, rings, farthest, t]);
  const around = stay === null || place === undefined ? undefined : aroundOf(place, rings);
  if (place === undefined) {
    return (
      <Empty icon="pin" title={t`No position`}>
        <p>{t`The boat sends its instruments, but not where it is. Is its GPS on?`}</p>
      </Empty>
    );
  }
  return (
    <ChartFigure
      label={t`Chart with the boat at ${words}`}
      track={wake}
      marks={marks}
      fitKey={around === undefined ? "boat" : `lying ${rings.length}`}
      around={around}
      boat={boat}
      caption={<Caption words={words} time={place.time} newest={newest} />}
    />
  );
}
