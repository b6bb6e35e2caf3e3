import { Trans, useLingui } from "@lingui/react/macro";
import { deleteRule, switchRule } from "../../api/alerts/change-rules.ts";
import { type Rule, unnamed } from "../../api/alerts/rules.ts";
import { SEVERITY_WORDS } from "../../features/alerts/severity.ts";
import { useCommand } from "../../queries/use-command.ts";
import { Button } from "../../ui/button.tsx";
import { Switch } from "../../ui/choices/switch.tsx";
import { ConfirmButton } from "../../ui/confirm-button.tsx";
import { ProblemNotice } from "../../ui/page/notice.tsx";
import { useRuleWords } from "./rule-words.ts";

/** Kinds editable in the form; circles too, but not other areas. */
const FORM_KINDS = ["below", "above", "outside", "silent", "offline"];

interface RuleRowProps {
  readonly rule: Rule;
  readonly onEdit: () => void;
  readonly onChange: () => void;
}

/** A rule with its switch. Built-in rules are changed where they come from. */
export function RuleRow({ rule, onEdit, onChange }: RuleRowProps) {
  const { t, i18n } = useLingui();
  const describe = useRuleWords();
  const switching = useCommand(switchRule);
  const deleting = useCommand(deleteRule);
  const problem = switching.problem ?? deleting.problem;
  const then = (done: boolean) => {
    if (done) onChange();
  };
  const words = describe(rule);
  const name = rule.name === unnamed(rule) ? words : rule.name;
  return (
    <section className={rule.enabled ? "rule" : "rule rule--off"} aria-label={name}>
      <div className="rule__words">
        <p className="rule__name">{name}</p>
        <p className="rule__sentence">
          {name === words ? "" : `${words} · `}
          {i18n._(SEVERITY_WORDS[rule.severity])}
        </p>
        {problem === null ? null : <ProblemNotice problem={problem} />}
      </div>
      {rule.builtIn ? (
        <p className="rule__origin">
          <Trans>From your settings</Trans>
        </p>
      ) : (
        <div className="rule__actions">
          <Switch
            label={t`On`}
            on={rule.enabled}
            disabled={switching.running}
            onSwitch={(on) => void switching.run(rule.id, on).then(then)}
          />
          {FORM_KINDS.includes(rule.kind) || rule.circle !== null ? (
            <Button kind="quiet" icon="edit" onClick={onEdit} aria-label={t`Edit ${name}`}>
              <Trans>Edit</Trans>
            </Button>
          ) : null}
          <ConfirmButton
            words={t`Delete`}
            question={t`Delete the rule ${name}? What it found is kept.`}
            busy={deleting.running}
            onConfirm={() => deleting.run(rule.id).then(then)}
          />
        </div>
      )}
    </section>
  );
}
