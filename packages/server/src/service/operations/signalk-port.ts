/** A Signal K server on the same machine, whose usual port is the API's too. */
import type { Place } from "@wakelog/data-api/http/listen.ts";
import { z } from "zod";
import { isFree } from "../../database/postgres-server/free-port.ts";

const ANSWER_MS = 1_000;
/** The next port that people choose: 3100 in place of 3000. */
const STEP = 100;

/** What every Signal K server answers about itself (specification 1.7, "Discovery"). */
const Discovery = z.object({
  endpoints: z.object({ v1: z.looseObject({}) }),
  server: z.object({ id: z.string() }),
});

/** A Signal K server has the port; both can run on one machine. */
export class SignalKPortError extends Error {
  constructor({ what, port, setting }: Place, free: number, cause: unknown) {
    super(
      `${what} cannot use port ${port}: a Signal K server has it. Write ${setting}=${free} into .env, ` +
        `and enter http://localhost:${free} in the settings of its plugin.`,
      { cause },
    );
    this.name = "SignalKPortError";
  }
}

/** Whether a Signal K server answers on a port of this machine. */
export async function isSignalK(port: number): Promise<boolean> {
  try {
    const answer = await fetch(`http://127.0.0.1:${port}/signalk`, {
      signal: AbortSignal.timeout(ANSWER_MS),
    });
    return Discovery.safeParse(await answer.json()).success;
  } catch {
    return false;
  }
}

/** A free port to use in place of one. */
export async function portBeside(port: number): Promise<number> {
  let other = port + STEP;
  while (!(await isFree(other))) other += 1;
  return other;
}
