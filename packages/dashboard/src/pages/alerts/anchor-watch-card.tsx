import { Trans, useLingui } from "@lingui/react/macro";
import { useCallback, useMemo, useState } from "react";
import { armAnchorWatch, disarmAnchorWatch } from "../../api/alerts/anchor-watch.ts";
import { type Circle, rulesQuestion } from "../../api/alerts/rules.ts";
import { presentQuestion } from "../../api/boat/present.ts";
import type { WakeStep } from "../../api/boat/wake.ts";
import {
  type AnchorWatch,
  anchorWatchOf,
  LEAST_METRES,
  learnedRadius,
  MOST_METRES,
  OUTER,
  STEP_METRES,
} from "../../features/alerts/anchor-watch.ts";
import { farthestFrom } from "../../map/boat/farthest.ts";
import { metresBetween } from "../../map/boat/sphere.ts";
import { ChartFigure } from "../../map/chart-figure.tsx";
import { quantityOf } from "../../measurements/measure.ts";
import { useDisplay } from "../../preferences/display.tsx";
import { refetchAll } from "../../queries/answers.ts";
import { useAnswer } from "../../queries/use-answer.ts";
import { useCommand } from "../../queries/use-command.ts";
import { useNow } from "../../queries/use-now.ts";
import { useWake } from "../../queries/use-wake.ts";
import { Link } from "../../routing/link.tsx";
import { WATCH_PATH } from "../../routing/paths.ts";
import { Button } from "../../ui/button.tsx";
import { Figure, Figures } from "../../ui/figures/figures.tsx";
import { Card } from "../../ui/page/card.tsx";
import { ProblemNotice } from "../../ui/page/notice.tsx";
import { Skeleton } from "../../ui/page/skeleton.tsx";
import { Slider } from "../../ui/slider.tsx";
import { formatAge } from "../../units/duration.ts";
import { ageSeconds, freshSecondsOf, isFresh } from "../../units/freshness.ts";
import { formatInstant } from "../../units/instant.ts";
import { spoken } from "../../units/quantity.ts";

/** The anchor watch: set at the boat's position, with a ring as wide as she may swing. */
export function AnchorWatchCard() {
  const { t } = useLingui();
  const { value: rules, problem } = useAnswer(rulesQuestion);
  const { value: present } = useAnswer(presentQuestion);
  const wake = useWake();
  const boat = wake?.at(-1);
  const watch = anchorWatchOf(rules ?? []);
  return (
    <Card
      title={t({ id: "Anchor watch" })}
      action={
        <Link to={WATCH_PATH} className="anchor-watch__night">
          <Trans>Night watch</Trans>
        </Link>
      }
    >
      {problem === null ? null : <ProblemNotice problem={problem} />}
      {rules === undefined || wake === undefined || present === undefined ? (
        <Skeleton height="18rem" />
      ) : boat === undefined ? (
        <p>
          <Trans>An anchor watch needs to know where the boat is. She has not said so in the last day.</Trans>
        </p>
      ) : (
        <Watch
          key={watch?.ruleIds[0] ?? "none"}
          watch={watch}
          boat={boat}
          wake={wake}
          swung={present.stay?.disc ?? null}
        />
      )}
    </Card>
  );
}

interface WatchProps {
  readonly watch: AnchorWatch | null;
  readonly boat: WakeStep;
  readonly wake: readonly WakeStep[];
  /** The disc in which the boat lay. */
  readonly swung: Circle | null;
}

function Watch({ watch, boat, wake, swung }: WatchProps) {
  const { t } = useLingui();
  const display = useDisplay();
  const now = useNow();
  const armed = watch?.circle ?? null;
  // A watch armed elsewhere may be wider.
  const most = Math.max(MOST_METRES, armed?.radius ?? 0);
  const [radius, setRadius] = useState(armed?.radius ?? learnedRadius(swung, boat));
  // The watch's centre, or the one it would get.
  const { latitude, longitude } = armed ?? boat;
  const centre = useMemo(() => ({ latitude, longitude }), [latitude, longitude]);
  const slide = useCallback(
    (metres: number) =>
      setRadius(Math.round(Math.min(most, Math.max(LEAST_METRES, metres)) / STEP_METRES) * STEP_METRES),
    [most],
  );
  // The handle follows the finger; it is reset only when the ring changes elsewhere.
  const [gripped] = useState(radius);
  const grip = useMemo(() => ({ centre, radius: gripped, onRadius: slide }), [centre, gripped, slide]);
  const arm = useCommand(armAnchorWatch);
  const disarm = useCommand(disarmAnchorWatch);
  const since = watch?.armed ?? null;
  const farthest = useMemo(
    () =>
      since === null
        ? null
        : farthestFrom(
            centre,
            wake.filter(({ time }) => time >= since),
          ),
    [since, centre, wake],
  );
  const metres = (value: number) => spoken(quantityOf("length", value, display));
  const farthestWords = farthest === null ? "" : metres(farthest.metres);
  const layer = useMemo(
    () => ({
      boat,
      ahead: [],
      rings: [
        { ...centre, radius, kind: "warn" as const },
        { ...centre, radius: radius * OUTER, kind: "alarm" as const },
      ],
      farthest: farthest === null ? null : { from: centre, to: farthest.place, words: farthestWords },
    }),
    [boat, centre, radius, farthest, farthestWords],
  );
  const marks = useMemo(
    () => [{ ...boat, id: "boat", kind: "boat" as const, label: t`The boat`, heading: null }],
    [boat, t],
  );
  const distance = metresBetween(centre, boat);
  const done = (succeeded: boolean) => {
    if (succeeded) refetchAll();
  };
  const problem = arm.problem ?? disarm.problem;
  return (
    <div className="anchor-watch">
      <ChartFigure
        label={t`Chart of the anchor watch`}
        track={wake}
        marks={marks}
        fitKey={armed === null ? "free" : "armed"}
        around={{ ...centre, radius: radius * 1.6 }}
        boat={layer}
        grip={grip}
        caption={t`Drag the knob on the ring, or use the slider.`}
      />
      <div className="anchor-watch__words">
        {problem === null ? null : <ProblemNotice problem={problem} />}
        <p className="anchor-watch__state" role="status">
          {since === null ? (
            <Trans>
              Not armed. You are warned when the boat leaves the inner ring, and alarmed at the outer one.
            </Trans>
          ) : (
            <Trans>Armed since {formatInstant(since, display)}</Trans>
          )}
        </p>
        {since === null ? null : (
          <Figures label={t({ id: "Anchor watch" })}>
            <Figure
              label={t`From the anchor`}
              quantity={quantityOf("length", distance, display)}
              note={formatAge(ageSeconds(boat.time, now), display)}
              old={!isFresh(boat.time, now, freshSecondsOf(wake))}
            />
            <Figure
              label={t`Farthest since`}
              quantity={quantityOf("length", farthest?.metres ?? null, display)}
            />
          </Figures>
        )}
        <Slider
          label={t`Radius`}
          value={radius}
          least={LEAST_METRES}
          most={most}
          step={STEP_METRES}
          words={metres}
          onSlide={slide}
        />
        <div className="form__actions">
          {armed === null ? (
            <Button icon="anchor" busy={arm.running} onClick={() => void arm.run(radius, null).then(done)}>
              <Trans>Arm anchor watch</Trans>
            </Button>
          ) : (
            <>
              {radius === armed.radius ? null : (
                <Button busy={arm.running} onClick={() => void arm.run(radius, centre).then(done)}>
                  <Trans>Save radius</Trans>
                </Button>
              )}
              <Button kind="quiet" busy={disarm.running} onClick={() => void disarm.run().then(done)}>
                <Trans>Disarm anchor watch</Trans>
              </Button>
            </>
          )}
        </div>
      </div>
    </div>
  );
}
