import { Trans, useLingui } from "@lingui/react/macro";
import { configurationQuestion, configure } from "../../api/boat/configuration.ts";
import { readingsQuestion } from "../../api/boat/readings.ts";
import { MONITORED, monitoredOf } from "../../measurements/monitored.ts";
import { useOnline } from "../../offline/connectivity.ts";
import { refetchAll } from "../../queries/answers.ts";
import { useAnswer } from "../../queries/use-answer.ts";
import { useCommand } from "../../queries/use-command.ts";
import { Select } from "../../ui/choices/select.tsx";
import { Card } from "../../ui/page/card.tsx";
import { ProblemNotice } from "../../ui/page/notice.tsx";

/** Stands for none of the boat's keys. */
const NONE = "none";

/** Maps keys of the boat to monitored values, and back. */
export function MappingCard({ measured }: { readonly measured: string }) {
  const { t, i18n } = useLingui();
  const { value: mapping } = useAnswer(configurationQuestion);
  const online = useOnline();
  const { value: readings } = useAnswer(readingsQuestion);
  const { run, running, problem } = useCommand(configure);
  if (mapping === undefined || readings === undefined || monitoredOf(measured) !== undefined) return null;
  const known = readings.find(({ key }) => key === measured);
  const now = MONITORED.find(
    ({ name, setting }) => setting !== null && known?.mappedTo.includes(name) === true,
  );
  const chosen = now?.setting == null ? NONE : now.setting;
  const choices = MONITORED.flatMap(({ setting, words }) =>
    setting === null ? [] : [[setting, i18n._(words)] as const],
  );
  const choose = (setting: string) => {
    const [name, key] = setting === NONE ? [chosen, null] : [setting, measured];
    if (mapping !== null && name !== NONE && name !== null)
      void run(name, () => key ?? undefined).then((done) => done && refetchAll());
  };
  return (
    <Card title={t`Source: ${measured}`}>
      {problem === null ? null : <ProblemNotice problem={problem} />}
      {mapping === null ? (
        <p>
          <Trans>You can choose how this is used once the plugin has reported its sensors.</Trans>
        </p>
      ) : (
        <Select
          label={t`Read as`}
          hint={t`Rules, messages and the page Now take this value from the key that is chosen for it.`}
          choices={[[NONE, t`Nothing in particular`], ...choices]}
          value={chosen}
          disabled={running || !online}
          onChoose={choose}
        />
      )}
    </Card>
  );
}
