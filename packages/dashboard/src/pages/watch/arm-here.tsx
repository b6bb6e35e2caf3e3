import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { armAnchorWatch } from "../../api/alerts/anchor-watch.ts";
import { presentQuestion } from "../../api/boat/present.ts";
import { LEAST_METRES, learnedRadius, MOST_METRES, STEP_METRES } from "../../features/alerts/anchor-watch.ts";
import { quantityOf } from "../../measurements/measure.ts";
import { useDisplay } from "../../preferences/display.tsx";
import { refetchAll } from "../../queries/answers.ts";
import { useAnswer } from "../../queries/use-answer.ts";
import { useCommand } from "../../queries/use-command.ts";
import { Button } from "../../ui/button.tsx";
import { ProblemNotice } from "../../ui/page/notice.tsx";
import { Skeleton } from "../../ui/page/skeleton.tsx";
import { Slider } from "../../ui/slider.tsx";
import { spoken } from "../../units/quantity.ts";
import type { NightWatch } from "./use-watch.ts";

/** No watch is armed: arms one where the boat is. */
export function ArmHere({ night }: { readonly night: NightWatch }) {
  const { t } = useLingui();
  const display = useDisplay();
  const { value: present } = useAnswer(presentQuestion);
  const [chosen, setChosen] = useState<number | null>(null);
  const arm = useCommand(armAnchorWatch);
  const { watch, wake, problem, refetch } = night;
  if (problem !== null && watch === undefined) return <ProblemNotice problem={problem} onRetry={refetch} />;
  if (watch === undefined || wake === undefined) return <Skeleton height="12rem" />;
  const place = wake.at(-1);
  if (place === undefined) {
    return (
      <p className="watch__words">
        <Trans>An anchor watch needs to know where the boat is. She has not said so in the last day.</Trans>
      </p>
    );
  }
  const radius = chosen ?? learnedRadius(present?.stay?.disc ?? null, place);
  const isAnchored = present?.stay?.stayCode === 2 && present.log === null;
  return (
    <div className="watch__arm">
      <p className="watch__words">
        <Trans>
          Not armed. You are warned when the boat leaves the inner ring, and alarmed at the outer one.
        </Trans>
      </p>
      {present === undefined || isAnchored ? null : (
        <p className="watch__words">
          <Trans>The boat is not known to be at anchor.</Trans>
        </p>
      )}
      <Slider
        label={t`Radius`}
        value={radius}
        least={LEAST_METRES}
        most={MOST_METRES}
        step={STEP_METRES}
        words={(value) => spoken(quantityOf("length", value, display))}
        onSlide={setChosen}
      />
      {arm.problem === null ? null : <ProblemNotice problem={arm.problem} />}
      <Button
        icon="anchor"
        busy={arm.running}
        onClick={() => void arm.run(radius, null).then((succeeded) => succeeded && refetchAll())}
      >
        <Trans>Arm anchor watch</Trans>
      </Button>
    </div>
  );
}
