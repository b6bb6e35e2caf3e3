import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { type ReactNode, useEffect } from "react";
import { settingsQuestion } from "../../api/account/settings.ts";
import { NothingKept } from "../../features/offline/nothing-kept.tsx";
import { useDisplayChoices } from "../../preferences/display.tsx";
import { useAnswer } from "../../queries/use-answer.ts";
import { useLast } from "../../queries/use-last.ts";
import { AsOf } from "../../ui/figures/as-of.tsx";
import { ProblemNotice } from "../../ui/page/notice.tsx";
import { Page } from "../../ui/page/page.tsx";
import { Skeleton } from "../../ui/page/skeleton.tsx";
import { AccountSection } from "./account/account-section.tsx";
import { BoatSection } from "./boat-section.tsx";
import { DetectorSection } from "./detector-section.tsx";
import { KeptSection, TrafficSection, VersionsSection } from "./device-section.tsx";
import { DisplaySection } from "./display-section.tsx";
import { LayersSection } from "./layers-section.tsx";
import { NotificationsSection } from "./notifications-section.tsx";
import { PublicSection } from "./public/public-section.tsx";
import { RetentionSection } from "./retention-section.tsx";
import "./settings-page.css";

/** Sections by their anchors. */
const SECTIONS: readonly (readonly [string, MessageDescriptor])[] = [
  ["display", msg`How things are shown`],
  ["account", msg`Account`],
  ["boat", msg`Boat`],
  ["notifications", msg`Notifications`],
  ["public", msg`Public pages`],
  ["detector", msg`How logs are found`],
  ["retention", msg`Old measurements`],
  ["layers", msg`Map layers`],
  ["data", msg`Data used by this device`],
  ["versions", msg`Versions`],
];

/** All settings, in sections beside a list of them. */
export function SettingsPage() {
  const { t } = useLingui();
  const { value, problem, refetch, storedAt } = useAnswer(settingsQuestion);
  // A new password begins a new session with the same settings.
  const settings = useLast(value);
  const { followAccount } = useDisplayChoices();
  useEffect(() => {
    if (value !== undefined) followAccount(value.stored);
  }, [value, followAccount]);
  const ofBoat = settings?.hasVessel === true;
  const waiting = problem === null ? <Skeleton height="14rem" /> : null;
  const content: Readonly<Record<string, ReactNode>> = {
    display: <DisplaySection settings={settings} onChanged={refetch} />,
    account: settings === undefined ? waiting : <AccountSection settings={settings} onChanged={refetch} />,
    boat: settings === undefined ? waiting : <BoatSection hasBoat={ofBoat} />,
    notifications:
      settings === undefined ? waiting : <NotificationsSection settings={settings} onChanged={refetch} />,
    public:
      settings === undefined ? (
        waiting
      ) : ofBoat ? (
        <PublicSection settings={settings} onChanged={refetch} />
      ) : null,
    detector: ofBoat ? <DetectorSection /> : null,
    retention: ofBoat ? <RetentionSection /> : null,
    layers: <LayersSection />,
    data: (
      <div className="settings__sections">
        <KeptSection />
        <TrafficSection />
      </div>
    ),
    versions: <VersionsSection />,
  };
  const shown = SECTIONS.filter(([id]) => content[id] !== null);
  return (
    <Page title={t`Settings`} aside={<AsOf storedAt={storedAt} />}>
      {problem === null ? null : <ProblemNotice problem={problem} onRetry={refetch} />}
      <NothingKept />
      <div className="settings">
        <nav className="settings__list" aria-label={t`Sections`}>
          <ul>
            {shown.map(([id, words]) => (
              <li key={id}>
                <a href={`#${id}`}>{t(words)}</a>
              </li>
            ))}
          </ul>
        </nav>
        <div className="settings__sections">
          {shown.map(([id]) => (
            <div key={id} id={id} className="settings__section">
              {content[id]}
            </div>
          ))}
        </div>
      </div>
    </Page>
  );
}
