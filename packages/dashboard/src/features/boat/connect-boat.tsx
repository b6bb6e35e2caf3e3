import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import {
  type BoatLink,
  boatLinksQuestion,
  type PairingLine,
  pairBoat,
  unlinkBoat,
} from "../../api/boat/links.ts";
import { useOnline } from "../../offline/connectivity.ts";
import { useDisplay } from "../../preferences/display.tsx";
import { useAnswer } from "../../queries/use-answer.ts";
import { useCommand } from "../../queries/use-command.ts";
import { Button } from "../../ui/button.tsx";
import { ConfirmButton } from "../../ui/confirm-button.tsx";
import { CopyField } from "../../ui/form/copy-field.tsx";
import { ProblemNotice } from "../../ui/page/notice.tsx";
import { formatDay, formatTimeWithZone } from "../../units/instant.ts";
import { useConfirmed } from "../password/use-confirmed.tsx";
import { QrCode } from "./qr-code.tsx";
import "./connect-boat.css";

/** The plugin's name in the Signal K app store. */
const PLUGIN = "signalk-wakelog";

/** Poll interval for devices that link themselves, in seconds. */
const LOOKS = 5;

/** Shows the line that links the boat's own plugin, and the linked devices. */
export function ConnectBoat() {
  const online = useOnline();
  const [shown, setShown] = useState<PairingLine | null>(null);
  const { value: links, problem: unread, refetch } = useAnswer(boatLinksQuestion, LOOKS);
  const { run, running, problem, dialog } = useConfirmed(
    async (password) => setShown(await pairBoat(password)),
    <p>
      <Trans>
        You signed in more than ten minutes ago, and a linked device writes in your log. Please confirm that
        it is you.
      </Trans>
    </p>,
  );
  return (
    <div className="connect-boat">
      <p>
        <Trans>
          Install <strong>{PLUGIN}</strong> from the Appstore of the boat's Signal K server and restart the
          server. Then enter there, under <strong>Webapps → Wakelog</strong>, the line that this shows.
        </Trans>
      </p>
      {problem === null ? null : <ProblemNotice problem={problem} />}
      {unread === null ? null : <ProblemNotice problem={unread} onRetry={refetch} />}
      {shown === null ? null : <ShownLine {...shown} />}
      <div className="form__actions">
        <Button
          kind={shown === null ? "main" : "quiet"}
          busy={running}
          disabled={!online}
          onClick={() => void run()}
        >
          {shown === null ? <Trans>Connect the boat</Trans> : <Trans>New line</Trans>}
        </Button>
      </div>
      {links === undefined || links.length === 0 ? null : <Links links={links} onChange={refetch} />}
      {dialog}
    </div>
  );
}

function ShownLine({ line, expires }: PairingLine) {
  const { t } = useLingui();
  const display = useDisplay();
  const time = formatTimeWithZone(expires, display);
  return (
    <>
      <CopyField label={t`Line`} value={line} />
      <QrCode text={line} />
      <p className="connect-boat__hint">
        <Trans>Enter it on board under Webapps → Wakelog, until {time}. It links one device.</Trans>
      </p>
    </>
  );
}

interface LinksProps {
  readonly links: readonly BoatLink[];
  readonly onChange: () => void;
}

function Links({ links, onChange }: LinksProps) {
  const { t } = useLingui();
  return (
    <ul className="connect-boat__links" aria-label={t`Linked devices`}>
      {links.map((link) => (
        <LinkRow key={link.id} link={link} onChange={onChange} />
      ))}
    </ul>
  );
}

function LinkRow({ link, onChange }: { readonly link: BoatLink; readonly onChange: () => void }) {
  const { t } = useLingui();
  const display = useDisplay();
  const online = useOnline();
  const { run, running, problem } = useCommand(async () => {
    await unlinkBoat(link.id);
    onChange();
  });
  const { lastSeen } = link;
  const seen =
    lastSeen === null ? null : `${formatDay(lastSeen, display)}, ${formatTimeWithZone(lastSeen, display)}`;
  return (
    <li className="connect-boat__link">
      {problem === null ? null : <ProblemNotice problem={problem} />}
      <span>
        <strong>{link.name ?? t`Device on board`}</strong>{" "}
        <span className="connect-boat__hint">
          {seen === null ? <Trans>not heard yet</Trans> : <Trans>heard {seen}</Trans>}
        </span>
      </span>
      <ConfirmButton
        words={t`Unlink`}
        question={t`The device sends nothing more until it is connected again.`}
        busy={running}
        disabled={!online}
        onConfirm={run}
      />
    </li>
  );
}
