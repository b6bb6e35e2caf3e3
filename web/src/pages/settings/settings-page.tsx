import { settingsQuestion } from "../../api/account/settings.ts";
import { versionsQuestion } from "../../api/versions.ts";
import { useDisplay } from "../../preferences/display.ts";
import { answers } from "../../queries/answers.ts";
import { useAnswer } from "../../queries/use-answer.ts";
import { Link } from "../../routing/link.tsx";
import { navigate } from "../../routing/location.ts";
import { BOAT_PATH, SIGN_IN_PATH, VERIFY_PATH } from "../../routing/paths.ts";
import { endSession } from "../../session/token.ts";
import { Button } from "../../ui/button.tsx";
import { AsOf } from "../../ui/figures/as-of.tsx";
import { Card } from "../../ui/page/card.tsx";
import { ProblemNotice } from "../../ui/page/notice.tsx";
import { Page } from "../../ui/page/page.tsx";
import { Skeleton } from "../../ui/page/skeleton.tsx";
import { formatDay } from "../../units/instant.ts";
import { DisplayCard } from "./display-card.tsx";
import { NotificationSwitch } from "./notification-switch.tsx";
import "./settings-page.css";

/** Whether the address is verified, and the way to verify it. */
function EmailState({ verified }: { readonly verified: boolean }) {
  if (verified) return <span className="settings__aside">verified</span>;
  return (
    <span className="settings__aside">
      not verified yet · <Link to={VERIFY_PATH}>Enter the code</Link>
    </span>
  );
}

function signOut(): void {
  endSession("signed-out");
  answers.clear();
  navigate(SIGN_IN_PATH, "replace");
}

function AccountCard() {
  const { value: settings, problem, refetch } = useAnswer(settingsQuestion);
  const { clock } = useDisplay();
  return (
    <Card title="Account">
      {problem === null ? null : <ProblemNotice problem={problem} onRetry={refetch} />}
      {settings === undefined && problem === null ? <Skeleton height="8rem" /> : null}
      {settings === undefined ? null : (
        <>
          <dl className="settings__facts">
            <dt>Name</dt>
            <dd>
              {settings.firstName} {settings.lastName}
            </dd>
            <dt>E-mail</dt>
            <dd>
              {settings.email} <EmailState verified={settings.emailValid} />
            </dd>
            <dt>Since</dt>
            <dd>{settings.createdAt === null ? "–" : formatDay(settings.createdAt, clock)}</dd>
          </dl>
          <NotificationSwitch on={settings.emailNotifications} onChanged={refetch} />
        </>
      )}
      <div className="settings__actions">
        <Button kind="quiet" icon="leave" onClick={signOut}>
          Sign out
        </Button>
      </div>
    </Card>
  );
}

function BoatCard() {
  return (
    <Card title="Boat">
      <p>The boat writes in this logbook with a token of its own.</p>
      <div className="settings__actions">
        <Link to={BOAT_PATH} className="button button--quiet">
          Connect the boat
        </Link>
      </div>
    </Card>
  );
}

function VersionsCard() {
  const { value: versions, problem, refetch } = useAnswer(versionsQuestion);
  const lines = [
    ["Wakelog", versions?.api],
    ["Data interface", versions?.server],
    ["Database", versions?.database],
    ["Spatial", versions?.spatial],
    ["Time series", versions?.timeseries],
  ] as const;
  return (
    <Card title="Versions">
      {problem === null ? null : <ProblemNotice problem={problem} onRetry={refetch} />}
      <dl className="settings__facts">
        {lines.map(([name, version]) => (
          <div key={name} style={{ display: "contents" }}>
            <dt>{name}</dt>
            <dd>{versions === undefined ? "…" : (version ?? "not installed")}</dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}

/** The person, the boat, how values are shown on this device, and the versions of what is installed. */
export function SettingsPage() {
  const { storedAt } = useAnswer(settingsQuestion);
  return (
    <Page title="Settings" aside={<AsOf storedAt={storedAt} />}>
      <div className="settings">
        <DisplayCard />
        <AccountCard />
        <BoatCard />
        <VersionsCard />
      </div>
    </Page>
  );
}
