import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { useCallback } from "react";
import type { EntryKind, Observation, Observed } from "../../../api/entries/entry.ts";
import type { TrackPoint } from "../../../api/logs/track.ts";
import { useDisplay } from "../../../preferences/display.tsx";
import { decimal } from "../../../units/locale.ts";
import {
  degrees,
  KNOT,
  knots,
  NAUTICAL_MILE,
  nauticalMiles,
  pressure,
  spoken,
} from "../../../units/quantity.ts";

export const KIND_WORDS: Readonly<Record<EntryKind, MessageDescriptor>> = {
  remark: msg`Remark`,
  weather: msg`Weather`,
  sea: msg`Sea`,
  sails: msg`Sails`,
  crew: msg`Crew`,
  hourly: msg`On the hour`,
};

/** Observations with their names and units. */
const OBSERVATIONS: Readonly<
  Record<Observation, readonly [words: MessageDescriptor, unit: string | MessageDescriptor]>
> = {
  windSpeed: [msg`Wind`, KNOT],
  windDirection: [msg`Wind from`, "°"],
  gust: [msg`Gusts`, KNOT],
  seaState: [msg`Sea state`, "0–9"],
  swell: [msg`Swell`, "m"],
  cloudCoverage: [msg`Cloud`, "⅛"],
  visibility: [msg`Visibility`, NAUTICAL_MILE],
  pressure: [msg`Barometer`, "hPa"],
  airTemperature: [msg`Air`, "°C"],
  waterTemperature: [msg`Water`, "°C"],
};

function isObservation(name: string): name is Observation {
  return name in OBSERVATIONS;
}

/** An observation's name and unit; null if unknown. */
export function useObservationWords(): (name: string) => readonly [words: string, unit: string] | null {
  const { t } = useLingui();
  return useCallback(
    (name) => {
      if (!isObservation(name)) return null;
      const [words, unit] = OBSERVATIONS[name];
      return [t(words), typeof unit === "string" ? unit : t(unit)];
    },
    [t],
  );
}

/** Observations as a line of the logbook: `Wind 14 kn, Sea state 3, Sails main, genoa`. */
export function useObservedWords(): (observed: Observed) => string {
  const { t } = useLingui();
  const wordsOf = useObservationWords();
  const display = useDisplay();
  return useCallback(
    ({ numbers, sails, crew }) => {
      const values = Object.entries(numbers).flatMap(([name, value]) => {
        const known = wordsOf(name);
        if (known === null) return [];
        const [words, unit] = known;
        const figure = decimal(value, Number.isInteger(value) ? 0 : 1, display);
        return `${words} ${figure}${unit === "0–9" ? "" : unit === "°" ? unit : ` ${unit}`}`;
      });
      const [set, aboard] = [sails.join(", "), crew.join(", ")];
      return [
        ...values,
        ...(set === "" ? [] : [t`Sails: ${set}`]),
        ...(aboard === "" ? [] : [t`Crew: ${aboard}`]),
      ].join(" · ");
    },
    [t, wordsOf, display],
  );
}

/** Measurements as a line of the logbook; only those that the boat sends. */
export function useMeasuredWords(): (point: TrackPoint) => string {
  const display = useDisplay();
  const { t } = useLingui();
  return (point) => {
    const [course, speed] = [
      spoken(degrees(point.cogDegrees, display)),
      spoken(knots(point.sogKnots, display)),
    ];
    const [trueWind, from] = [
      spoken(knots(point.twsKnots, display)),
      spoken(degrees(point.twdDegrees, display)),
    ];
    const [apparentWind, sailed] = [
      spoken(knots(point.awsKnots, display)),
      spoken(nauticalMiles(point.milesNm, display)),
    ];
    return [
      ...(point.cogDegrees === null ? [] : [t`Course ${course}`]),
      ...(point.sogKnots === null ? [] : [speed]),
      ...(point.milesNm === null ? [] : [t`${sailed} sailed`]),
      ...(point.twsKnots === null
        ? point.awsKnots === null
          ? []
          : [t`apparent wind ${apparentWind}`]
        : [point.twdDegrees === null ? t`true wind ${trueWind}` : t`true wind ${trueWind} from ${from}`]),
      ...(point.pressurePascal === null ? [] : [spoken(pressure(point.pressurePascal, display))]),
    ].join(" · ");
  };
}
