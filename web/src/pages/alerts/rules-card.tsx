import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { rulesQuestion } from "../../api/alerts/rules.ts";
import { useAnswer } from "../../queries/use-answer.ts";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/page/card.tsx";
import { ProblemNotice } from "../../ui/page/notice.tsx";
import { Skeleton } from "../../ui/page/skeleton.tsx";
import { RuleForm } from "./rule-form.tsx";
import { RuleRow } from "./rule-row.tsx";

/** What is watched, and the form for one more. */
export function RulesCard() {
  const { t } = useLingui();
  const { value: all, problem, refetch } = useAnswer(rulesQuestion);
  const [edited, setEdited] = useState<number | "new" | null>(null);
  // The anchor watch has a card of its own.
  const rules = all?.filter(({ kind }) => kind !== "drag");
  const done = (saved: boolean) => {
    setEdited(null);
    if (saved) refetch();
  };
  return (
    <Card
      title={t`Rules`}
      action={
        edited === "new" ? null : (
          <Button icon="plus" onClick={() => setEdited("new")}>
            <Trans>New rule</Trans>
          </Button>
        )
      }
    >
      {problem === null ? null : <ProblemNotice problem={problem} onRetry={refetch} />}
      {rules === undefined && problem === null ? <Skeleton height="4rem" count={3} /> : null}
      {edited === "new" ? <RuleForm rule={null} onDone={done} /> : null}
      {rules?.length === 0 && edited === null ? (
        <p className="rules__none">
          <Trans>
            Nothing is watched yet. A rule tells you when a battery is low, the wind rises or a tank empties.
          </Trans>
        </p>
      ) : null}
      <div className="rules">
        {rules?.map((rule) =>
          rule.id === edited ? (
            <div key={rule.id} className="rule rule--edited">
              <RuleForm rule={rule} onDone={done} />
            </div>
          ) : (
            <RuleRow key={rule.id} rule={rule} onEdit={() => setEdited(rule.id)} onChange={refetch} />
          ),
        )}
      </div>
    </Card>
  );
}
