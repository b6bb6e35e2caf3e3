/**
 * Questions and answers between two processes of the service. What is said in one turn of the event loop goes in one
 * message, so that a busy process puts little load on the other one.
 */
import { z } from "zod";

/** The end of a channel between two processes. */
export interface Wire {
  /** Does nothing if the other process is gone. */
  send(message: unknown): void;
  onMessage(receive: (message: unknown) => void): void;
  /** Calls `gone` once the other process can no longer be reached. */
  onEnd(gone: () => void): void;
}

/** Answers a question, or takes a notice, whose answer is ignored. What it returns must be JSON. */
export type Answer = (value: unknown) => unknown;

export interface Line {
  /**
   * Asks the other process.
   * @throws Error if it cannot answer, or is gone
   */
  ask(what: string, value?: unknown): Promise<unknown>;
  /** Tells the other process something, without waiting for an answer. */
  tell(what: string, value?: unknown): void;
  /** Answers questions of that name from now on. */
  on(what: string, answer: Answer): void;
}

const said = z.union([
  z.object({ what: z.string(), n: z.number().optional(), value: z.unknown().optional() }),
  z.object({ to: z.number(), refused: z.string() }),
  z.object({ to: z.number(), value: z.unknown().optional() }),
]);
type Said = z.infer<typeof said>;

interface Asked {
  readonly done: (value: unknown) => void;
  readonly failed: (cause: Error) => void;
}

/** Makes one end of a line. */
export function openLine(wire: Wire): Line {
  const answers = new Map<string, Answer>();
  const asked = new Map<number, Asked>();
  let number = 0;
  let isOver = false;
  let waiting: Said[] = [];

  const say = (one: Said): void => {
    if (waiting.push(one) > 1) return;
    setImmediate(() => {
      const all = waiting;
      waiting = [];
      if (!isOver) wire.send(all);
    });
  };

  const answer = async (what: string, n: number | undefined, value: unknown): Promise<void> => {
    try {
      const found = answers.get(what);
      if (found === undefined) throw new Error(`no handler for "${what}"`);
      const given = await found(value);
      if (n !== undefined) say({ to: n, value: given });
    } catch (cause) {
      if (n !== undefined) say({ to: n, refused: cause instanceof Error ? cause.message : String(cause) });
    }
  };

  const hear = (one: Said): void => {
    if ("what" in one) return void answer(one.what, one.n, one.value);
    const question = asked.get(one.to);
    asked.delete(one.to);
    if ("refused" in one) question?.failed(new Error(one.refused));
    else question?.done(one.value);
  };

  wire.onMessage((message) => {
    if (!Array.isArray(message)) return;
    for (const one of message) {
      const known = said.safeParse(one);
      if (known.success) hear(known.data);
    }
  });
  wire.onEnd(() => {
    isOver = true;
    for (const { failed } of asked.values()) failed(new Error("the other process is gone"));
    asked.clear();
  });

  return {
    ask: (what, value) =>
      new Promise((done, failed) => {
        if (isOver) return failed(new Error("the other process is gone"));
        const n = ++number;
        asked.set(n, { done, failed });
        say({ what, n, value });
      }),
    tell: (what, value) => say({ what, value }),
    on: (what, given) => void answers.set(what, given),
  };
}

/** The end of a channel as Node has it: a process that was started here, or this one where another started it. */
interface NodeEnd {
  send?(message: unknown, sent: (fault: Error | null) => void): boolean;
  on(event: "message", receive: (message: unknown) => void): unknown;
  once(event: "disconnect", gone: () => void): unknown;
  readonly connected: boolean;
}

/** A line over a channel of Node. */
export function lineOver(end: NodeEnd): Line {
  return openLine({
    send(message) {
      // If the other process has just ended, the end of the channel tells so.
      if (end.connected) end.send?.(message, () => {});
    },
    onMessage: (receive) => void end.on("message", receive),
    onEnd: (gone) => void end.once("disconnect", gone),
  });
}
