import { Trans, useLingui } from "@lingui/react/macro";
import { rulesQuestion } from "../../api/alerts/rules.ts";
import { useKeptDraft } from "../../offline/use-kept-draft.ts";
import { useDisplay } from "../../preferences/display.tsx";
import { useAnswer } from "../../queries/use-answer.ts";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/page/card.tsx";
import { ProblemNotice } from "../../ui/page/notice.tsx";
import { Skeleton } from "../../ui/page/skeleton.tsx";
import { draftIn, keptText } from "./kept-rule.ts";
import { draftOf, inUnitsOfNow, newRule, type RuleDraft, shownDraft } from "./rule-draft.ts";
import { RuleForm } from "./rule-form.tsx";
import { RuleRow } from "./rule-row.tsx";

/** The rules, and the form for a new one. */
export function RulesCard() {
  const { t } = useLingui();
  const display = useDisplay();
  const { value: all, problem, refetch } = useAnswer(rulesQuestion);
  const { draft: kept, change, put } = useKeptDraft("rule", draftIn, keptText);
  const draft = kept === null ? null : shownDraft(kept, display);
  const type = (typed: RuleDraft | null) => put(typed === null ? null : inUnitsOfNow(typed, display));
  const onType = (part: Partial<RuleDraft>) =>
    change((now) => inUnitsOfNow({ ...shownDraft(now, display), ...part }, display));
  // The anchor watch has a card of its own.
  const rules = all?.filter(({ kind }) => kind !== "drag");
  const done = (saved: boolean) => {
    type(null);
    if (saved) refetch();
  };
  return (
    <Card
      title={t`Rules`}
      action={
        draft?.of === null ? null : (
          <Button icon="plus" onClick={() => type(newRule(display))}>
            <Trans>New rule</Trans>
          </Button>
        )
      }
    >
      {problem === null ? null : <ProblemNotice problem={problem} onRetry={refetch} />}
      {rules === undefined && problem === null ? <Skeleton height="4rem" count={3} /> : null}
      {draft?.of === null ? <RuleForm draft={draft} onType={onType} onDone={done} /> : null}
      {rules?.length === 0 && draft === null ? (
        <p className="rules__none">
          <Trans>
            Nothing is watched yet. A rule tells you when a battery is low, the wind rises or a tank empties.
          </Trans>
        </p>
      ) : null}
      <div className="rules">
        {rules?.map((rule) =>
          draft !== null && rule.id === draft.of?.id ? (
            <div key={rule.id} className="rule rule--edited">
              <RuleForm draft={draft} onType={onType} onDone={done} />
            </div>
          ) : (
            <RuleRow
              key={rule.id}
              rule={rule}
              onEdit={() => type(draftOf(rule, display))}
              onChange={refetch}
            />
          ),
        )}
      </div>
    </Card>
  );
}
