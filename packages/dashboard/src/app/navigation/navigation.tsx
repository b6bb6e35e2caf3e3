import { Trans, useLingui } from "@lingui/react/macro";
import { useEffect, useId, useRef, useState } from "react";
import { anyLogQuestion, SOME_LOGS } from "../../api/logs/any-log.ts";
import { useHasBoat } from "../../features/boat/use-has-boat.ts";
import { remember, remembered } from "../../offline/remembered.ts";
import { useFirstAnswered } from "../../queries/ask-ahead.ts";
import { useAnswer } from "../../queries/use-answer.ts";
import { Link } from "../../routing/link.tsx";
import { useLocation } from "../../routing/location.ts";
import { lastEmail } from "../../session/token.ts";
import { Icon } from "../../ui/icon.tsx";
import { Brand } from "../brand.tsx";
import { useShown } from "../router.tsx";
import { FIRST, type MainLink, SECOND, SETTINGS, START, THIRD } from "./links.ts";
import "./navigation.css";

function Links({ links, className }: { readonly links: readonly MainLink[]; readonly className?: string }) {
  const { t } = useLingui();
  const shown = useShown().route?.path;
  return (
    <ul className={className}>
      {links.map(({ to, icon, words, holds = [], Badge }) => (
        <li key={to}>
          <Link
            to={to}
            className="navigation__link"
            aria-current={[to, ...holds].some((one) => one === shown) ? "page" : undefined}
          >
            <Icon name={icon} />
            {t(words)}
            {Badge === undefined ? null : <Badge />}
          </Link>
        </li>
      ))}
    </ul>
  );
}

/** State of the phone's sheet; closes with Escape, a touch outside, or navigation. */
function useSheet() {
  const [open, setOpen] = useState(false);
  const nav = useRef<HTMLElement>(null);
  const location = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page is what closes it
  useEffect(() => setOpen(false), [location]);
  useEffect(() => {
    if (!open) return undefined;
    const touched = (event: PointerEvent) => {
      if (!(event.target instanceof Node && nav.current?.contains(event.target))) setOpen(false);
    };
    const pressed = (event: KeyboardEvent) => {
      if (event.key !== "Escape") return;
      setOpen(false);
      nav.current?.querySelector<HTMLElement>("[aria-expanded]")?.focus();
    };
    document.addEventListener("pointerdown", touched);
    document.addEventListener("keydown", pressed);
    return () => {
      document.removeEventListener("pointerdown", touched);
      document.removeEventListener("keydown", pressed);
    };
  }, [open]);
  return { open, setOpen, nav };
}

/** The account that has logs, so that this is not checked again. */
const KNOWS_THE_WAY = "wakelog.knows-the-way";

/** Whether there is no log yet, as far as known. */
function useHasNoLog(): boolean {
  const knows = remembered(KNOWS_THE_WAY) === lastEmail();
  const hasBoat = useHasBoat();
  const isDue = useFirstAnswered() && !knows && hasBoat === true;
  const { value: logs } = useAnswer(anyLogQuestion, null, isDue);
  useEffect(() => {
    if (logs === SOME_LOGS) remember(KNOWS_THE_WAY, lastEmail());
  }, [logs]);
  return !knows && (logs === 0 || hasBoat === false);
}

/** The main navigation. */
export function Navigation() {
  const { t } = useLingui();
  const sheetId = useId();
  const { open, setOpen, nav } = useSheet();
  const isNew = useHasNoLog();
  const third = [...THIRD, ...(isNew ? [START] : []), SETTINGS];
  return (
    <nav className="navigation" aria-label={t`Main`} ref={nav}>
      <div className="navigation__brand">
        <Brand />
      </div>
      <Links links={FIRST} className="navigation__first" />
      <div
        id={sheetId}
        className={open ? "navigation__sheet" : "navigation__sheet navigation__sheet--closed"}
      >
        <Links links={SECOND} />
        <Links links={third} />
      </div>
      <button
        type="button"
        className="navigation__link navigation__more"
        aria-expanded={open}
        aria-controls={sheetId}
        onClick={() => setOpen(!open)}
      >
        <Icon name="more" />
        <Trans>More</Trans>
      </button>
    </nav>
  );
}
