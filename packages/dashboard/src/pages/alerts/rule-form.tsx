import { Trans, useLingui } from "@lingui/react/macro";
import { addRule, changeRule } from "../../api/alerts/change-rules.ts";
import { type RuleValues, SEVERITIES } from "../../api/alerts/rules.ts";
import { readingsQuestion } from "../../api/boat/readings.ts";
import { SEVERITY_WORDS } from "../../features/alerts/severity.ts";
import { useFaults } from "../../forms/use-form.ts";
import { wordsOfKey } from "../../measurements/key.ts";
import { useKeyTitle } from "../../measurements/key-title.ts";
import { unitOf } from "../../measurements/measure.ts";
import { MONITORED } from "../../measurements/monitored.ts";
import { useDisplay } from "../../preferences/display.tsx";
import { useAnswer } from "../../queries/use-answer.ts";
import { useCommand } from "../../queries/use-command.ts";
import { useSettled } from "../../queries/use-settled.ts";
import { useWake } from "../../queries/use-wake.ts";
import { Button } from "../../ui/button.tsx";
import { Select } from "../../ui/choices/select.tsx";
import { Form } from "../../ui/form/form.tsx";
import { Segmented } from "../../ui/form/segmented.tsx";
import { TextField } from "../../ui/form/text-field.tsx";
import { ProblemNotice } from "../../ui/page/notice.tsx";
import { RuleArea } from "./rule-area.tsx";
import { AREAS, CONTACT, changesOf, isArea, type RuleDraft, ruleOf } from "./rule-draft.ts";
import { ruleFields } from "./rule-fields.ts";
import { RuleTrial } from "./rule-trial.tsx";
import { useRuleWords } from "./rule-words.ts";

interface RuleFormProps {
  readonly draft: RuleDraft;
  readonly onType: (part: Partial<RuleDraft>) => void;
  readonly onDone: (saved: boolean) => void;
}

/** Debounce of typing. */
const TYPING_MS = 400;

/** A rule as a sentence: watch a value, alert below or above a threshold, after a duration. */
export function RuleForm({ draft, onType, onDone }: RuleFormProps) {
  const display = useDisplay();
  const { t, i18n } = useLingui();
  const titleOf = useKeyTitle();
  const describe = useRuleWords();
  const { value: readings } = useAnswer(readingsQuestion);
  const { run, running, problem } = useCommand((values: RuleValues) =>
    draft.of === null ? addRule(values) : changeRule(draft.of.id, changesOf(draft.of, values)),
  );
  const isContact = draft.watch === CONTACT;
  const unit = unitOf(wordsOfKey(draft.watch).measure, display);
  const boat = useWake()?.at(-1) ?? null;
  const values = ruleOf(draft, boat, display);
  const tried = useSettled(
    JSON.stringify([draft.watch, values.low, values.high, values.afterSeconds]),
    TYPING_MS,
  );
  const isSettled = tried === JSON.stringify([draft.watch, values.low, values.high, values.afterSeconds]);
  const { name, below, above, radius, minutes } = draft;
  const typed = { name, below, above, radius, minutes };
  const { faultOf, sent, submit } = useFaults(ruleFields(draft, display), typed, "always");
  const refused = sent === null || (isArea(draft.watch) && values.circle === null);
  const isValue = !isContact && !isArea(draft.watch);
  const isThreshold = isValue && !draft.silent;
  const lacksThreshold = faultOf("threshold");
  const keys = (readings ?? []).filter(({ value }) => value !== null).map(({ key }) => key);
  const known = new Set([...MONITORED.map(({ name }) => name), CONTACT, ...AREAS, ...keys]);
  const choices: readonly (readonly [string, string])[] = [
    ...MONITORED.map(({ name, words }) => [name, i18n._(words)] as const),
    [CONTACT, t`Contact with the boat`],
    ["leave", t`Leaving a circle on the chart`],
    ["enter", t`Entering a circle on the chart`],
    ...keys.map((key) => [key, titleOf(key)] as const),
    ...(known.has(draft.watch) ? [] : [[draft.watch, titleOf(draft.watch)] as const]),
  ];
  return (
    <Form
      label={t`Rule`}
      onSubmit={submit(() => {
        if (!refused) void run(values).then((saved) => saved && onDone(true));
      })}
    >
      {problem === null ? null : <ProblemNotice problem={problem} />}
      <Select
        label={t`Watch`}
        choices={choices}
        value={draft.watch}
        onChoose={(watch) => onType({ watch, below: "", above: "" })}
      />
      {isValue ? (
        <Segmented
          legend={t`Condition`}
          choices={[
            ["value", t`Threshold`],
            ["silent", t`No longer measured`],
          ]}
          value={draft.silent ? "silent" : "value"}
          onChoose={(what) => onType({ silent: what === "silent" })}
        />
      ) : null}
      {isArea(draft.watch) ? (
        <RuleArea
          draft={draft}
          circle={values.circle}
          problem={faultOf("radius")}
          boat={boat}
          onChange={onType}
        />
      ) : null}
      {isThreshold ? (
        <div className="form__pair">
          <TextField
            label={t`Below`}
            inputMode="decimal"
            hint={unit === "" ? undefined : t`in ${unit}`}
            value={below}
            problem={faultOf("below")}
            onText={(text) => onType({ below: text })}
          />
          <TextField
            label={t`Above`}
            inputMode="decimal"
            hint={unit === "" ? undefined : t`in ${unit}`}
            value={above}
            problem={faultOf("above")}
            onText={(text) => onType({ above: text })}
          />
        </div>
      ) : null}
      <div className="form__pair">
        <TextField
          label={t`For`}
          inputMode="decimal"
          hint={t`in minutes; empty for what is usual`}
          value={minutes}
          problem={faultOf("minutes")}
          onText={(text) => onType({ minutes: text })}
        />
        <Select
          label={t`Severity`}
          hint={t`Emergencies are sent in quiet hours too.`}
          choices={SEVERITIES.map((severity) => [severity, i18n._(SEVERITY_WORDS[severity])] as const)}
          value={draft.severity}
          onChoose={(severity) => onType({ severity })}
        />
      </div>
      <TextField
        label={t`Name`}
        hint={lacksThreshold === null ? t`Empty: ${describe(values)}` : undefined}
        problem={faultOf("name")}
        value={name}
        onText={(text) => onType({ name: text })}
      />
      <div className="rule-form__trial" role="status">
        <strong>{lacksThreshold ?? <Trans>Alert me: {describe(values)}</Trans>}</strong>
        {!isThreshold || lacksThreshold !== null ? null : (
          <p>
            {isSettled ? (
              <RuleTrial measured={draft.watch} rule={values} />
            ) : (
              <Trans>Looking at the last week…</Trans>
            )}
          </p>
        )}
      </div>
      <div className="form__actions">
        <Button type="submit" busy={running} disabled={refused}>
          <Trans>Save</Trans>
        </Button>
        <Button kind="quiet" onClick={() => onDone(false)}>
          <Trans>Cancel</Trans>
        </Button>
      </div>
    </Form>
  );
}
