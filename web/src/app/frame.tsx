import type { ReactNode } from "react";
import { useOnline } from "../offline/connectivity.ts";
import { takeUpdate, useUpdateReady } from "../offline/register.ts";
import { Link } from "../routing/link.tsx";
import { useLocation } from "../routing/location.ts";
import {
  BOAT_PATH,
  LOGS_PATH,
  logPath,
  MOORAGES_PATH,
  matchPath,
  mooragePath,
  NOW_PATH,
  type Path,
  PROFILE_PATH,
  SETTINGS_PATH,
  STAYS_PATH,
} from "../routing/paths.ts";
import { Button } from "../ui/button.tsx";
import { Icon, type IconName } from "../ui/icon.tsx";
import { Notice } from "../ui/page/notice.tsx";
import { BoatState } from "./boat-state.tsx";
import { Brand } from "./brand.tsx";
import { ThemeSwitch } from "./theme-switch.tsx";
import "./frame.css";

const LINKS: readonly { to: string; icon: IconName; words: string; belongs: readonly Path[] }[] = [
  { to: NOW_PATH, icon: "now", words: "Now", belongs: [NOW_PATH] },
  { to: LOGS_PATH, icon: "logs", words: "Logs", belongs: [LOGS_PATH, logPath] },
  { to: STAYS_PATH, icon: "anchor", words: "Stays", belongs: [STAYS_PATH] },
  { to: MOORAGES_PATH, icon: "pin", words: "Moorages", belongs: [MOORAGES_PATH, mooragePath] },
  {
    to: SETTINGS_PATH,
    icon: "settings",
    words: "Settings",
    belongs: [SETTINGS_PATH, PROFILE_PATH, BOAT_PATH],
  },
];

function Navigation() {
  const path = useLocation().split("?")[0] ?? NOW_PATH;
  return (
    <nav className="frame__nav" aria-label="Main">
      <div className="frame__brand">
        <Brand />
      </div>
      <ul>
        {LINKS.map(({ to, icon, words, belongs }) => (
          <li key={to}>
            <Link
              to={to}
              className="frame__link"
              aria-current={belongs.some((one) => matchPath(one, path) !== null) ? "page" : undefined}
            >
              <Icon name={icon} />
              {words}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** What surrounds every page of a person who is signed in. */
export function Frame({ children }: { readonly children: ReactNode }) {
  const online = useOnline();
  const updateReady = useUpdateReady();
  return (
    <div className="frame">
      <a className="skip-link" href="#main">
        Skip to the page
      </a>
      <header className="frame__bar">
        <BoatState />
        <ThemeSwitch />
      </header>
      <Navigation />
      <main className="frame__main" id="main" tabIndex={-1}>
        <div className="frame__notices">
          {online ? null : (
            <Notice tone="warn" icon="offline" title="Offline">
              <p className="notice__more">
                There is no connection: you see what this device has kept, and can change nothing until it is
                back.
              </p>
            </Notice>
          )}
          {updateReady ? (
            <Notice tone="plain" icon="download" title="A newer version is ready">
              <div className="notice__action">
                <Button kind="quiet" onClick={takeUpdate}>
                  Show it
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
