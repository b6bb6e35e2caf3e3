import { Trans, useLingui } from "@lingui/react/macro";
import { swingQuestion } from "../../api/places/moorage.ts";
import { useDisplay } from "../../preferences/display.tsx";
import { useAnswer } from "../../queries/use-answer.ts";
import { Figure, Figures } from "../../ui/figures/figures.tsx";
import { Card } from "../../ui/page/card.tsx";
import { durationParts } from "../../units/duration.ts";
import { formatDay } from "../../units/instant.ts";

interface MoorageFiguresProps {
  readonly id: number;
  readonly visits: number;
  readonly totalSeconds: number | null;
  readonly firstSeen: Date | null;
  readonly lastSeen: Date | null;
}

/** Visits to a moorage: count, duration, dates and swing. */
export function MoorageFigures({ id, visits, totalSeconds, firstSeen, lastSeen }: MoorageFiguresProps) {
  const { t } = useLingui();
  const display = useDisplay();
  const { value: swing = null } = useAnswer(swingQuestion(id));
  return (
    <Card title={t`In numbers`}>
      <Figures label={t`The moorage in numbers`}>
        <Figure label={t`Visits`} quantity={{ figure: String(visits), unit: "" }} />
        <Figure label={t`Time spent here`} quantity={durationParts(totalSeconds)} />
        {swing === null ? null : (
          <Figure
            label={t`Swung`}
            quantity={{ figure: String(Math.round(swing)), unit: "m" }}
            note={t`the widest circle that the boat lay in`}
          />
        )}
      </Figures>
      {firstSeen === null || lastSeen === null ? null : (
        <p className="places__quiet places__more">
          <Trans>
            First here on {formatDay(firstSeen, display)}, last on {formatDay(lastSeen, display)}.
          </Trans>
        </p>
      )}
    </Card>
  );
}
