import { Trans, useLingui } from "@lingui/react/macro";
import { useMemo } from "react";
import type { Circle } from "../../api/alerts/rules.ts";
import { mooragesQuestion } from "../../api/places/moorages.ts";
import { metresBetween, type Place } from "../../map/boat/sphere.ts";
import { ChartFigure } from "../../map/chart-figure.tsx";
import { unitOf } from "../../measurements/measure.ts";
import { useDisplay } from "../../preferences/display.tsx";
import { useAnswer } from "../../queries/use-answer.ts";
import { Select } from "../../ui/choices/select.tsx";
import { TextField } from "../../ui/form/text-field.tsx";
import type { RuleDraft } from "./rule-draft.ts";

/** Centres other than moorages. */
const BOAT = "boat";
const AS_SAVED = "as-saved";

interface RuleAreaProps {
  readonly draft: RuleDraft;
  /** The circle so far; null if incomplete. */
  readonly circle: Circle | null;
  /** Error of the radius. */
  readonly problem: string | null;
  readonly boat: Place | null;
  readonly onChange: (part: Partial<RuleDraft>) => void;
}

const isSame = (one: Place, other: Place) =>
  one.latitude === other.latitude && one.longitude === other.longitude;

/** A rule's circle around the boat or a moorage: centre, radius and chart. */
export function RuleArea({ draft, circle, problem, boat, onChange }: RuleAreaProps) {
  const display = useDisplay();
  const { t } = useLingui();
  const { value: all } = useAnswer(mooragesQuestion);
  const moorages = useMemo(
    () =>
      (all ?? []).flatMap(({ id, name, latitude, longitude }) =>
        latitude === null || longitude === null
          ? []
          : [{ id: String(id), name: name ?? t`Unnamed place`, place: { latitude, longitude } }],
      ),
    [all, t],
  );
  const { centre } = draft;
  const chosen =
    centre === null ? BOAT : (moorages.find(({ place }) => isSame(place, centre))?.id ?? AS_SAVED);
  const choices: readonly (readonly [string, string])[] = [
    [BOAT, t`Where the boat is now`],
    ...(chosen === AS_SAVED ? [[AS_SAVED, t`The place as it was saved`] as const] : []),
    ...moorages.map(({ id, name }) => [id, name] as const),
  ];
  const choose = (value: string) => {
    if (value !== AS_SAVED) onChange({ centre: moorages.find(({ id }) => id === value)?.place ?? null });
  };
  const layer = useMemo(
    () =>
      circle === null
        ? undefined
        : {
            boat: boat ?? circle,
            ahead: [],
            rings: [{ ...circle, kind: "warn" as const }],
            farthest: null,
          },
    [boat, circle],
  );
  const marks = useMemo(
    () =>
      boat === null
        ? []
        : [{ ...boat, id: "boat", kind: "boat" as const, label: t`The boat`, heading: null }],
    [boat, t],
  );
  const unit = unitOf("distance", display);
  return (
    <>
      <div className="form__pair">
        <Select label={t`Around`} choices={choices} value={chosen} onChoose={choose} />
        <TextField
          label={t`Radius`}
          inputMode="decimal"
          hint={t`in ${unit}`}
          value={draft.radius}
          problem={problem}
          onText={(radius) => onChange({ radius })}
        />
      </div>
      {circle === null ? (
        centre === null && boat === null ? (
          <p>
            <Trans>The boat has not said where she is in the last day. Choose one of her moorages.</Trans>
          </p>
        ) : null
      ) : (
        <ChartFigure
          label={t`Chart of the circle that is watched`}
          marks={marks}
          fitKey={`${circle.latitude} ${circle.longitude} ${circle.radius}`}
          around={{ ...circle, radius: circle.radius * 1.3 }}
          boat={layer}
          caption={
            boat === null ? null : metresBetween(circle, boat) <= circle.radius ? (
              <Trans>The boat is inside it now.</Trans>
            ) : (
              <Trans>The boat is outside it now.</Trans>
            )
          }
        />
      )}
    </>
  );
}
