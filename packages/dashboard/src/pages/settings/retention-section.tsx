import { Trans, useLingui } from "@lingui/react/macro";
import { boatFactsQuestion, keepRows } from "../../api/boat/facts.ts";
import type { Retention } from "../../api/boat/retention.ts";
import { useOnline } from "../../offline/connectivity.ts";
import { useAnswer } from "../../queries/use-answer.ts";
import { useCommand } from "../../queries/use-command.ts";
import { RadioGroup } from "../../ui/choices/radio-group.tsx";
import { Select } from "../../ui/choices/select.tsx";
import { Card } from "../../ui/page/card.tsx";
import { ProblemNotice } from "../../ui/page/notice.tsx";

const MONTHS = ["3", "6", "12", "24", "36", "60"] as const;

/** How long full-resolution rows are kept. */
export function RetentionSection() {
  const { t } = useLingui();
  const online = useOnline();
  const { value: facts, refetch } = useAnswer(boatFactsQuestion);
  const { run, running, problem } = useCommand(async (chosen: Partial<Retention> | null) => {
    await keepRows(chosen);
    refetch();
  });
  const kept = facts?.retention ?? null;
  const disabled = running || !online || facts == null;
  const months = String(kept?.rawMonths);
  // Another program may have set another number.
  const choices = MONTHS.some((count) => count === months) ? MONTHS : [months, ...MONTHS];
  return (
    <Card title={t`Old measurements`}>
      <div className="settings__choices">
        <p>
          <Trans>
            What was measured under way always stays whole, with an hour before and after it. At rest, one row
            in five minutes or in an hour is plenty after some time.
          </Trans>
        </p>
        {problem === null ? null : <ProblemNotice problem={problem} />}
        {facts === null ? (
          <p className="settings__aside">
            <Trans>
              This can be set once the boat's plugin has told about the boat, as it does whenever it starts.
            </Trans>
          </p>
        ) : null}
        <RadioGroup
          label={t`Rows at rest`}
          choices={[
            ["all", t`Keep all`],
            ["5 min", t`One in 5 min`],
            ["1 h", t`One in 1 h`],
          ]}
          value={kept?.onePer ?? "all"}
          disabled={disabled}
          onChoose={(onePer) => void run(onePer === "all" ? null : { onePer })}
        />
        {kept === null ? null : (
          <Select
            label={t`Thinned when older than`}
            choices={choices.map((count) => [count, t`${count} months`] as const)}
            value={months}
            disabled={disabled}
            onChoose={(count) => void run({ rawMonths: Number(count) })}
          />
        )}
      </div>
    </Card>
  );
}
