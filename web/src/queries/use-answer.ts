import { useCallback, useEffect, useMemo, useState } from "react";
import { type ApiProblem, problemOf, VESSEL_REQUIRED } from "../api/problem.ts";
import type { Question } from "../api/question.ts";
import { type RawAnswer, read } from "../api/request.ts";
import { navigate } from "../routing/location.ts";
import { BOAT_PATH, PROFILE_PATH, SETTINGS_PATH, VERIFY_PATH } from "../routing/paths.ts";
import { currentToken, endSession } from "../session/token.ts";

/** Where a question stands. A problem next to a value means that the value is older than one would wish. */
export interface Asked<T> {
  readonly value: T | undefined;
  readonly total: number | null;
  /** When the value was received, if it could not be fetched again. */
  readonly storedAt: Date | null;
  readonly problem: ApiProblem | null;
  readonly asking: boolean;
  readonly askAgain: () => void;
}

interface Settled {
  readonly path: string;
  readonly answer: RawAnswer | null;
  readonly problem: ApiProblem | null;
}

/** Answers of this visit, so that going back shows a page at once. Belongs to one token. */
const remembered = new Map<string, RawAnswer>();
let rememberedFor: string | null = null;

function recall(path: string): RawAnswer | null {
  return rememberedFor === currentToken() ? (remembered.get(path) ?? null) : null;
}

function remember(path: string, answer: RawAnswer): void {
  if (rememberedFor !== currentToken()) remembered.clear();
  rememberedFor = currentToken();
  remembered.set(path, answer);
}

const CHANGED = "wakelog:changed";

/** Asks every question on the page again: after a change that shows in more than one place. */
export function askEverythingAgain(): void {
  window.dispatchEvent(new Event(CHANGED));
}

/** Pages about the person, who may read them before there is a boat; the frame around them asks for it all the same. */
const BOATLESS: readonly string[] = [VERIFY_PATH, SETTINGS_PATH, PROFILE_PATH];

/** What the dashboard does on its own about a problem: 401 leads to sign-in, 551 to the boat's registration. */
export function followProblem(problem: ApiProblem): void {
  if (problem.status === 401) endSession("expired");
  if (problem.status === VESSEL_REQUIRED && !BOATLESS.includes(window.location.pathname)) {
    navigate(BOAT_PATH, "replace");
  }
}

/**
 * Asks a question and keeps its answer fresh: at once, when the link comes back, when the page is looked at again
 * and, if wanted, every so many seconds while it is looked at.
 */
export function useAnswer<T>(question: Question<T>, refreshSeconds: number | null = null): Asked<T> {
  const { path, count, parse } = question;
  const [settled, setSettled] = useState<Settled>(() => ({ path, answer: recall(path), problem: null }));
  const [asking, setAsking] = useState(true);
  const [round, setRound] = useState(0);
  const askAgain = useCallback(() => setRound((before) => before + 1), []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new round is what asks again
  useEffect(() => {
    const control = new AbortController();
    setAsking(true);
    read(path, count, control.signal)
      .then((answer) => {
        remember(path, answer);
        setSettled({ path, answer, problem: null });
        setAsking(false);
      })
      .catch((thrown: unknown) => {
        if (control.signal.aborted) return;
        const problem = problemOf(thrown);
        setSettled({ path, answer: recall(path), problem });
        setAsking(false);
        followProblem(problem);
      });
    return () => control.abort();
  }, [path, count, round]);

  useEffect(() => {
    const again = () => {
      if (document.visibilityState === "visible") askAgain();
    };
    window.addEventListener("online", again);
    window.addEventListener(CHANGED, askAgain);
    document.addEventListener("visibilitychange", again);
    const timer = refreshSeconds === null ? undefined : window.setInterval(again, refreshSeconds * 1000);
    return () => {
      window.removeEventListener("online", again);
      window.removeEventListener(CHANGED, askAgain);
      document.removeEventListener("visibilitychange", again);
      window.clearInterval(timer);
    };
  }, [askAgain, refreshSeconds]);

  const answer = settled.path === path ? settled.answer : recall(path);
  const parsed = useMemo(() => parseSafely(answer, parse), [answer, parse]);
  return {
    value: parsed.value,
    total: answer?.total ?? null,
    storedAt: answer?.storedAt ?? null,
    problem: parsed.problem ?? (settled.path === path ? settled.problem : null),
    asking,
    askAgain,
  };
}

function parseSafely<T>(
  answer: RawAnswer | null,
  parse: (body: unknown) => T,
): { value: T | undefined; problem: ApiProblem | null } {
  if (answer === null) return { value: undefined, problem: null };
  try {
    return { value: parse(answer.body), problem: null };
  } catch (thrown) {
    return { value: undefined, problem: problemOf(thrown) };
  }
}
