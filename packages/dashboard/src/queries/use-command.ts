import { useRef, useState } from "react";
import { type ApiProblem, problemOf, VESSEL_REQUIRED } from "../api/problem.ts";
import { useDisplay } from "../preferences/display.tsx";
import { followProblem } from "./follow-problem.ts";

/** A command's state. It always ends: a failed one has a message, and can be retried. */
export type CommandState<T> =
  | { readonly at: "idle" }
  /** `share` is the progress from 0 to 1; null if unknown. */
  | { readonly at: "busy"; readonly share: number | null }
  | { readonly at: "failed"; readonly problem: ApiProblem }
  | { readonly at: "done"; readonly value: T };

/** Passed to a long command. */
export interface Work {
  /** Reports the progress, from 0 to 1. */
  readonly progress: (share: number) => void;
  /** Aborted on cancel. An action that stops because of it leaves the command idle. */
  readonly signal: AbortSignal;
}

/** A command and its state. */
export interface Command<A extends readonly unknown[], T = void> {
  readonly state: CommandState<T>;
  /** Resolves to whether it succeeded; never rejects. */
  readonly run: (...args: A) => Promise<boolean>;
  readonly running: boolean;
  readonly problem: ApiProblem | null;
  readonly cancel: () => void;
  /** Clears the outcome. */
  readonly reset: () => void;
}

/**
 * Wraps an action with its state. With `signedIn`, a 401 means an ended session; in the sign-in form it means a wrong
 * password.
 */
export function useCommand<A extends readonly unknown[], T = void>(
  action: (...args: A) => Promise<T>,
  signedIn = true,
): Command<A, T> {
  return useLongCommand((_, ...args: A) => action(...args), signedIn);
}

/** The same for an action with progress, or that can be cancelled. */
export function useLongCommand<A extends readonly unknown[], T = void>(
  action: (work: Work, ...args: A) => Promise<T>,
  signedIn = true,
): Command<A, T> {
  const [state, setState] = useState<CommandState<T>>({ at: "idle" });
  const running = useRef(new AbortController());
  const { sentences } = useDisplay();
  async function run(...args: A): Promise<boolean> {
    const mine = new AbortController();
    running.current = mine;
    const { signal } = mine;
    setState({ at: "busy", share: null });
    try {
      const value = await action({ progress: (share) => setState({ at: "busy", share }), signal }, ...args);
      setState({ at: "done", value });
      return true;
    } catch (thrown) {
      if (signal.aborted && thrown === signal.reason) {
        setState({ at: "idle" });
        return false;
      }
      const problem = problemOf(thrown);
      // A form that shows it must not wait for its words: what was typed would vanish meanwhile.
      await sentences?.fetch();
      setState({ at: "failed", problem });
      if (signedIn || problem.status === VESSEL_REQUIRED) followProblem(problem);
      return false;
    }
  }
  return {
    state,
    run,
    running: state.at === "busy",
    problem: state.at === "failed" ? state.problem : null,
    cancel: () => running.current.abort(),
    reset: () => setState({ at: "idle" }),
  };
}
