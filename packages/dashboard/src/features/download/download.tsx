import { Trans } from "@lingui/react/macro";
import { useOnline } from "../../offline/connectivity.ts";
import { useCommand } from "../../queries/use-command.ts";
import { Button } from "../../ui/button.tsx";
import { ProblemNotice } from "../../ui/page/notice.tsx";
import { saveFile } from "../../ui/save-file.ts";

interface DownloadProps {
  /** The button's text. */
  readonly words: string;
  /** The file name. */
  readonly name: string;
  readonly make: () => Promise<Blob>;
  /** Whether it is made on this device, without the server. */
  readonly local?: boolean;
}

/** A button that makes a file and saves it on the device. */
export function Download({ words, name, make, local = false }: DownloadProps) {
  const online = useOnline();
  const { run, running, problem } = useCommand(async () => saveFile(await make(), name));
  return (
    <>
      <Button
        kind="quiet"
        icon="download"
        busy={running}
        disabled={!local && !online}
        onClick={() => void run()}
      >
        {words}
        <span className="visually-hidden">
          {" "}
          <Trans>download</Trans>
        </span>
      </Button>
      {problem === null ? null : <ProblemNotice problem={problem} />}
    </>
  );
}
