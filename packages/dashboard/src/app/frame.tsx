import { Trans, useLingui } from "@lingui/react/macro";
import type { ReactNode } from "react";
import { OfflineNotice } from "../features/offline/offline-notice.tsx";
import { takeUpdate, useUpdateReady } from "../offline/register.ts";
import { useAccountDisplay } from "../preferences/use-account-display.ts";
import { Button } from "../ui/button.tsx";
import { Notice } from "../ui/page/notice.tsx";
import { BoatState } from "./boat/boat-state.tsx";
import { Navigation } from "./navigation/navigation.tsx";
import { ThemeSwitch } from "./theme-switch.tsx";
import { WaitingChanges } from "./waiting/waiting-changes.tsx";
import "./frame.css";

/** The frame around every signed-in page. */
export function Frame({ children }: { readonly children: ReactNode }) {
  const { t } = useLingui();
  const updateReady = useUpdateReady();
  useAccountDisplay();
  return (
    <div className="frame">
      <a className="skip-link" href="#main">
        <Trans>Skip to the page</Trans>
      </a>
      <header className="frame__bar">
        <BoatState />
        <ThemeSwitch />
      </header>
      <Navigation />
      <main className="frame__main" id="main" tabIndex={-1}>
        <div className="frame__notices">
          <OfflineNotice />
          <WaitingChanges />
          {updateReady ? (
            <Notice tone="plain" icon="download" title={t`A newer version is ready`}>
              <div className="notice__action">
                <Button kind="quiet" onClick={takeUpdate}>
                  <Trans>Show it</Trans>
                </Button>
              </div>
            </Notice>
          ) : null}
        </div>
        {children}
      </main>
    </div>
  );
}
