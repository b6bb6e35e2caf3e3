import { useState } from "react";
import { type ApiProblem, problemOf, VESSEL_REQUIRED } from "../api/problem.ts";
import { followProblem } from "./follow-problem.ts";

/** An action that takes a while, and its state. */
interface Command<A extends readonly unknown[]> {
  readonly run: (...args: A) => Promise<boolean>;
  readonly running: boolean;
  readonly problem: ApiProblem | null;
}

/**
 * Wraps an action with its state. `run` resolves to whether it succeeded. `signedIn` says that a 401 means an ended
 * session; in the sign-in form it means a wrong password.
 */
export function useCommand<A extends readonly unknown[]>(
  action: (...args: A) => Promise<void>,
  signedIn = true,
): Command<A> {
  const [running, setRunning] = useState(false);
  const [problem, setProblem] = useState<ApiProblem | null>(null);
  async function run(...args: A): Promise<boolean> {
    setRunning(true);
    setProblem(null);
    try {
      await action(...args);
      return true;
    } catch (thrown) {
      const refusal = problemOf(thrown);
      setProblem(refusal);
      if (signedIn || refusal.status === VESSEL_REQUIRED) followProblem(refusal);
      return false;
    } finally {
      setRunning(false);
    }
  }
  return { run, running, problem };
}
