import { LinguiContext } from "@lingui/react";
import { createContext, type ReactNode, use, useCallback, useEffect, useMemo, useRef, useState } from "react";
import { isSameJson, type JsonMembers, membersOf } from "../api/json.ts";
import { fetchSpeech } from "../languages/fetch-speech.ts";
import { type Language, languageOf, rememberLanguage } from "../languages/language.ts";
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

/** Everything about how this device displays values; no component or function needs more. */
export interface Display extends Shown, Speech {
  readonly language: Language;
  readonly theme: Theme;
  /** The boat's time zone, such as `Europe/Helsinki`. */
  readonly zone: string;
}

/** Every time zone known to the browser, and this device's. */
export function zones(): readonly string[] {
  return [...new Set([deviceZone(), "UTC", ...Intl.supportedValuesOf("timeZone")])];
}

/** Storage key of the device's overrides. */
const KEY = "wakelog.display";
/** Storage key of the account's settings as last received. */
const ACCOUNT_KEY = "wakelog.account-display";
/** How long they are valid without a refetch. */
const HEARD_MS = 3_600_000;
/** The preferences with display settings. */
const NAMES = [
  ...["units", "use_imperial_units", "temperature_unit", "pressure_unit", "depth_unit"],
  ...["time_zone", "quiet_hours"],
];

/** The display settings, their origin, and how to change them. */
interface DisplayChoices {
  readonly display: Display;
  readonly account: AccountChoices;
  /** This device's overrides. */
  readonly here: DeviceChoices;
  /** Overrides a setting on this device; undefined removes the override. */
  readonly chooseHere: (
    change: {
      readonly [K in keyof DeviceChoices]: DeviceChoices[K] | undefined;
    },
  ) => void;
  /** Shows an account setting while it is being sent. `stored` are the account's other preferences. */
  readonly chooseForAccount: (
    stored: JsonMembers,
    choice: JsonMembers,
    send: () => Promise<boolean>,
  ) => Promise<void>;
  /** Switches the language if it can be fetched, and remembers it on this device. */
  readonly chooseLanguage: (language: Language) => Promise<void>;
  readonly themeChoice: ThemeChoice;
  /** Changes the theme and remembers it on this device. */
  readonly chooseTheme: (choice: ThemeChoice) => void;
  /** Adopts and stores the account's settings. */
  readonly followAccount: (preferences: JsonMembers) => void;
}

/** The signed-in account's preferences as last received, and the time in milliseconds; null if none were. */
function heard(): { readonly at: number; readonly preferences: JsonMembers } | null {
  try {
    const { email, at, preferences } = membersOf(JSON.parse(remembered(ACCOUNT_KEY) ?? "null"));
    return email === lastEmail() ? { at: Number(at), preferences: membersOf(preferences) } : null;
  } catch {
    return null;
  }
}

/** Whether to refetch the account's settings: they may have changed on another device. */
export function isAccountDue(): boolean {
  return !(Date.now() - (heard()?.at ?? 0) < HEARD_MS);
}

/** Removes the account's settings from this device after a deliberate sign-out. */
export function forgetAccount(): void {
  if (currentToken() === null && sessionEnd() !== "expired") remember(ACCOUNT_KEY, null);
}

const Choices = createContext<DisplayChoices | null>(null);

interface DisplayProviderProps {
  /** The initial language. */
  readonly speech: Speech;
  readonly children: ReactNode;
}

/** Provides the display settings to all components. */
export function DisplayProvider({ speech: first, children }: DisplayProviderProps) {
  const [speech, setSpeech] = useState(first);
  const { theme, themeChoice, chooseTheme } = useAppliedTheme();
  const [here, setHere] = useState(() => deviceChoices(remembered(KEY)));
  const [account, setAccount] = useState(() => accountChoices(heard()?.preferences ?? {}));
  // Account settings being sent: responses to earlier requests lack them.
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
        const next = await fetchSpeech(language);
        // The pages that are loaded already may need them.
        await Promise.all([next.fetchOthers(), next.sentences?.fetch()]);
        setSpeech(next);
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
    // Responses hold text in the language in which they were read.
    if (speech !== first) refetchAll();
    return speech.sentences?.whenLate(() => setSpeech({ ...speech }));
  }, [speech, first]);
  const words = useMemo(() => ({ i18n: speech.i18n, _: speech.i18n.t.bind(speech.i18n) }), [speech]);
  return (
    <LinguiContext value={words}>
      <Choices value={choices}>{children}</Choices>
    </LinguiContext>
  );
}

/** The display settings, and how to change them. */
export function useDisplayChoices(): DisplayChoices {
  const choices = use(Choices);
  if (choices === null) throw new Error("there is no DisplayProvider around this");
  return choices;
}

/** The display settings. */
export function useDisplay(): Display {
  return useDisplayChoices().display;
}

/** The display settings, with the service's sentences: until then the `Suspense` around waits. */
export function useSentences(): Display {
  const display = useDisplay();
  const { sentences } = display;
  useEffect(() => void sentences?.fetch(), [sentences]);
  if (sentences !== null && sentences.forms === null) use(sentences.fetch());
  return display;
}
