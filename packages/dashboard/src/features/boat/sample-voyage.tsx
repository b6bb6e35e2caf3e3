import { Trans, useLingui } from "@lingui/react/macro";
import { firstStepsQuestion, sailSample, undoImport } from "../../api/boat/first-steps.ts";
import { useOnline } from "../../offline/connectivity.ts";
import { refetchAll } from "../../queries/answers.ts";
import { useAnswer } from "../../queries/use-answer.ts";
import { useCommand } from "../../queries/use-command.ts";
import { logPath } from "../../routing/paths.ts";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { Card } from "../../ui/page/card.tsx";
import { ProblemNotice } from "../../ui/page/notice.tsx";

/** Polls each second while the log is being finished. */
function Finishing() {
  useAnswer(firstStepsQuestion, 1);
  return (
    <p role="status">
      <Trans>The boat sails off Helsinki. The log is being finished …</Trans>
    </p>
  );
}

/** A made-up voyage with this boat: shows a log before the boat has sent anything. */
export function SampleVoyage() {
  const { t } = useLingui();
  const online = useOnline();
  const { value: steps, refetch } = useAnswer(firstStepsQuestion);
  const sailing = useCommand(async () => {
    await sailSample();
    refetch();
  });
  const removing = useCommand(async (id: number) => {
    await undoImport(id);
    refetchAll();
  });
  const problem = sailing.problem ?? removing.problem;
  if (steps === undefined) return null;
  const { sample, sampleLog } = steps;
  return (
    <Card title={t`See what a log looks like`}>
      {problem === null ? null : <ProblemNotice problem={problem} />}
      {sample === null ? (
        <>
          <p>
            <Trans>
              A made-up day trip with this boat fills the map, the graphs and the statistics. It is gone
              without a trace when you remove it.
            </Trans>
          </p>
          <div className="form__actions">
            <Button icon="boat" busy={sailing.running} disabled={!online} onClick={() => void sailing.run()}>
              <Trans>Sail a sample voyage</Trans>
            </Button>
          </div>
        </>
      ) : (
        <>
          {sampleLog === null ? (
            <Finishing />
          ) : (
            <p role="status">
              <Trans>The sample voyage is in your logbook.</Trans>
            </p>
          )}
          <div className="form__actions">
            {sampleLog === null ? null : (
              <ButtonLink to={logPath(sampleLog)}>
                <Trans>Open the sample voyage</Trans>
              </ButtonLink>
            )}
            <Button
              kind="quiet"
              busy={removing.running}
              disabled={!online}
              onClick={() => void removing.run(sample)}
            >
              <Trans>Remove it again</Trans>
            </Button>
          </div>
        </>
      )}
    </Card>
  );
}
