import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { needsPassword } from "../../api/boat/boat-token.ts";
import {
  type BoatLink,
  boatLinksQuestion,
  type PairingLine,
  pairBoat,
  unlinkBoat,
} from "../../api/boat/links.ts";
import { problemOf } from "../../api/problem.ts";
import { useOnline } from "../../offline/connectivity.ts";
import { useDisplay } from "../../preferences/display.tsx";
import { useAnswer } from "../../queries/use-answer.ts";
import { useCommand } from "../../queries/use-command.ts";
import { Button } from "../../ui/button.tsx";
import { ConfirmButton } from "../../ui/confirm-button.tsx";
import { CopyField } from "../../ui/form/copy-field.tsx";
import { ProblemNotice } from "../../ui/page/notice.tsx";
import { formatDay, formatTimeWithZone } from "../../units/instant.ts";
import { PASSWORD_ALONE, PasswordDialog } from "../password/password-dialog.tsx";
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
  const [confirming, setConfirming] = useState(false);
  const { value: links, problem: unread, refetch } = useAnswer(boatLinksQuestion, LOOKS);
  const show = async (password: string | null) => setShown(await pairBoat(password));
  const { run, running, problem } = useCommand(async () => {
    try {
      await show(null);
    } catch (thrown) {
      if (!needsPassword(problemOf(thrown))) throw thrown;
      setConfirming(true);
    }
  });
  return (
    <div className="connect-boat">
      <p>
        <Trans>
          Install <strong>{PLUGIN}</strong> from the Appstore of the boat's Signal K server, and enter there
          the line that this shows.
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
      {confirming ? <ConfirmPairing onAnswer={show} onClose={() => setConfirming(false)} /> : null}
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
        <Trans>Enter it in the plugin's settings on board, until {time}. It links one device.</Trans>
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

interface ConfirmPairingProps {
  readonly onAnswer: (password: string) => Promise<void>;
  readonly onClose: () => void;
}

function ConfirmPairing({ onAnswer, onClose }: ConfirmPairingProps) {
  const { t } = useLingui();
  return (
    <PasswordDialog
      {...PASSWORD_ALONE}
      title={t`Confirm your password`}
      answer={t`Continue`}
      onAnswer={({ password }) => onAnswer(password)}
      onClose={onClose}
    >
      <p>
        <Trans>
          You signed in more than ten minutes ago, and a linked device writes in your log. Please confirm that
          it is you.
        </Trans>
      </p>
    </PasswordDialog>
  );
}
