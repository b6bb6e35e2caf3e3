import { settingsQuestion } from "../../api/account/settings.ts";
import { versionsQuestion } from "../../api/versions.ts";
import { useAnswer } from "../../queries/use-answer.ts";
import { Link } from "../../routing/link.tsx";
import { BOAT_PATH } from "../../routing/paths.ts";
import { AsOf } from "../../ui/figures/as-of.tsx";
import { Card } from "../../ui/page/card.tsx";
import { ProblemNotice } from "../../ui/page/notice.tsx";
import { Page } from "../../ui/page/page.tsx";
import { AccountCard } from "./account-card.tsx";
import { DisplayCard } from "./display-card.tsx";
import "./settings-page.css";

function BoatCard() {
  return (
    <Card title="Boat">
      <p>The boat writes its log here with a token of its own.</p>
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
