import { LinguiContext } from "@lingui/react";
import { createContext, type ReactNode, use, useCallback, useEffect, useMemo, useRef, useState } from "react";
import { isSameJson, type JsonMembers, membersOf } from "../api/json.ts";
import { fetchSpeech, type Language, languageOf, rememberLanguage } from "../languages/language.ts";
import type { Speech } from "../languages/speech.ts";
import { remember, remembered } from "../offline/remembered.ts";
import { refetchAll } from "../queries/answers.ts";
import { currentToken, lastEmail, sessionEnd } from "../session/token.ts";
import { deviceZone } from "../units/instant.ts";
import {
  type AccountChoices,
  accountChoices,
  type DeviceChoices,
  deviceChoices,
  displayOf,
  type Display as Shown,
} from "./choices.ts";
import { type Theme, type ThemeChoice, useAppliedTheme } from "./theme.ts";

/** How everything is shown on this device: what is not in here, no component and no function needs to know. */
export interface Display extends Shown, Speech {
  readonly language: Language;
  readonly theme: Theme;
  /** The time zone of the boat's local time, such as `Europe/Helsinki`. */
  readonly zone: string;
}

/** Every time zone that the browser knows, and this device's. */
export function zones(): readonly string[] {
  return [...new Set([deviceZone(), "UTC", ...Intl.supportedValuesOf("timeZone")])];
}

/** What this device chose for itself. */
const KEY = "wakelog.display";
/** What the account chose, as last received. */
const ACCOUNT_KEY = "wakelog.account-display";
/** How long that is believed without asking again. */
const HEARD_MS = 3_600_000;
/** The preferences that say how values are shown. */
const NAMES = [
  ...["units", "use_imperial_units", "temperature_unit", "pressure_unit", "depth_unit"],
  ...["time_zone", "quiet_hours"],
];

/** How everything is shown, by whose choice, and how that is changed. */
interface DisplayChoices {
  readonly display: Display;
  readonly account: AccountChoices;
  /** What this device chose for itself. */
  readonly here: DeviceChoices;
  /** Chooses something for this device alone; undefined leaves it to the account again. */
  readonly chooseHere: (
    change: {
      readonly [K in keyof DeviceChoices]: DeviceChoices[K] | undefined;
    },
  ) => void;
  /** Shows a choice for the account while it is sent. `stored` is what the account has besides. */
  readonly chooseForAccount: (
    stored: JsonMembers,
    choice: JsonMembers,
    send: () => Promise<boolean>,
  ) => Promise<void>;
  /** Shows another language from now on, if its words can be fetched, and remembers it on this device. */
  readonly chooseLanguage: (language: Language) => Promise<void>;
  readonly themeChoice: ThemeChoice;
  /** Changes the theme and remembers it on this device. */
  readonly chooseTheme: (choice: ThemeChoice) => void;
  /** Takes over what the account chose, and remembers it. */
  readonly followAccount: (preferences: JsonMembers) => void;
}

/** The signed-in account's preferences as last received, and when, in milliseconds; null if none were. */
function heard(): { readonly at: number; readonly preferences: JsonMembers } | null {
  try {
    const { email, at, preferences } = membersOf(JSON.parse(remembered(ACCOUNT_KEY) ?? "null"));
    return email === lastEmail() ? { at: Number(at), preferences: membersOf(preferences) } : null;
  } catch {
    return null;
  }
}

/** Whether to ask for the account's choices: they may have changed on another device. */
export function isAccountDue(): boolean {
  return !(Date.now() - (heard()?.at ?? 0) < HEARD_MS);
}

/** Leaves nothing of the account on this device once its session was ended on purpose. */
export function forgetAccount(): void {
  if (currentToken() === null && sessionEnd() !== "expired") remember(ACCOUNT_KEY, null);
}

const Choices = createContext<DisplayChoices | null>(null);

interface DisplayProviderProps {
  /** The language to begin with. */
  readonly speech: Speech;
  readonly children: ReactNode;
}

/** Says to everything below how it is shown. */
export function DisplayProvider({ speech: first, children }: DisplayProviderProps) {
  const [speech, setSpeech] = useState(first);
  const { theme, themeChoice, chooseTheme } = useAppliedTheme();
  const [here, setHere] = useState(() => deviceChoices(remembered(KEY)));
  const [account, setAccount] = useState(() => accountChoices(heard()?.preferences ?? {}));
  // What is being chosen for the account: an answer that was asked for before does not know of it.
  const unsent = useRef<JsonMembers>({});
  const followAccount = useCallback((preferences: JsonMembers): void => {
    const current: JsonMembers = { ...preferences, ...unsent.current };
    const known = NAMES.flatMap((name) => (name in current ? [[name, current[name]] as const] : []));
    const chosen = Object.fromEntries(known);
    remember(ACCOUNT_KEY, JSON.stringify({ email: lastEmail(), at: Date.now(), preferences: chosen }));
    const next = accountChoices(chosen);
    setAccount((before) => (isSameJson(before, next) ? before : next));
  }, []);
  const display = useMemo((): Display => {
    const shown = displayOf(account, here);
    const language = languageOf(speech.i18n.locale) ?? "en";
    return { ...shown, ...speech, zone: shown.zone ?? deviceZone(), language, theme };
  }, [here, account, speech, theme]);
  const choices = useMemo((): DisplayChoices => {
    return {
      display,
      themeChoice,
      chooseTheme,
      async chooseLanguage(language) {
        rememberLanguage(language);
        setSpeech(await fetchSpeech(language));
      },
      account,
      here,
      followAccount,
      chooseHere(change) {
        const next = deviceChoices(JSON.stringify({ ...here, ...change }));
        remember(KEY, Object.keys(next).length === 0 ? null : JSON.stringify(next));
        setHere(next);
      },
      async chooseForAccount(stored, choice, send) {
        unsent.current = choice;
        followAccount(stored);
        const isSet = await send();
        unsent.current = {};
        followAccount(isSet ? { ...stored, ...choice } : stored);
      },
    };
  }, [display, here, account, followAccount, themeChoice, chooseTheme]);
  useEffect(() => {
    document.documentElement.lang = speech.i18n.locale;
    // Answers hold words in the language in which they were read.
    if (speech !== first) refetchAll();
  }, [speech, first]);
  const words = useMemo(() => ({ i18n: speech.i18n, _: speech.i18n.t.bind(speech.i18n) }), [speech]);
  return (
    <LinguiContext value={words}>
      <Choices value={choices}>{children}</Choices>
    </LinguiContext>
  );
}

/** How everything is shown, and how that is changed. */
export function useDisplayChoices(): DisplayChoices {
  const choices = use(Choices);
  if (choices === null) throw new Error("there is no DisplayProvider around this");
  return choices;
}

/** How everything is shown. */
export function useDisplay(): Display {
  return useDisplayChoices().display;
}
