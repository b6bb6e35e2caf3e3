/**
 * Requests and responses between two processes of the service. Messages of one turn of the event loop are batched, so
 * that a busy process puts little load on the other.
 */
import { z } from "zod";

/** One end of a channel between two processes. */
export interface Wire {
  /** Does nothing if the other process is gone. */
  send(message: unknown): void;
  onMessage(receive: (message: unknown) => void): void;
  /** Calls `gone` once the other process is unreachable. */
  onEnd(gone: () => void): void;
}

/** Handles a request, or a notification whose result is ignored. The result must be JSON. */
export type Answer = (value: unknown) => unknown;

export interface Line {
  /**
   * Sends a request.
   * @throws Error if it fails or the process is gone
   */
  ask(what: string, value?: unknown): Promise<unknown>;
  /** Sends a notification, without waiting. */
  tell(what: string, value?: unknown): void;
  /** Registers the handler of a message name. */
  on(what: string, answer: Answer): void;
}

const packet = z.union([
  z.object({ what: z.string(), n: z.number().optional(), value: z.unknown().optional() }),
  z.object({ to: z.number(), refused: z.string() }),
  z.object({ to: z.number(), value: z.unknown().optional() }),
]);
type Packet = z.infer<typeof packet>;

interface Pending {
  readonly done: (value: unknown) => void;
  readonly failed: (cause: Error) => void;
}

/** Creates one end of a line. */
export function openLine(wire: Wire): Line {
  const answers = new Map<string, Answer>();
  const pending = new Map<number, Pending>();
  let number = 0;
  let isOver = false;
  let waiting: Packet[] = [];

  const post = (one: Packet): void => {
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
      if (n !== undefined) post({ to: n, value: given });
    } catch (cause) {
      if (n !== undefined) post({ to: n, refused: cause instanceof Error ? cause.message : String(cause) });
    }
  };

  const receive = (one: Packet): void => {
    if ("what" in one) return void answer(one.what, one.n, one.value);
    const question = pending.get(one.to);
    pending.delete(one.to);
    if ("refused" in one) question?.failed(new Error(one.refused));
    else question?.done(one.value);
  };

  wire.onMessage((message) => {
    if (!Array.isArray(message)) return;
    for (const one of message) {
      const known = packet.safeParse(one);
      if (known.success) receive(known.data);
    }
  });
  wire.onEnd(() => {
    isOver = true;
    for (const { failed } of pending.values()) failed(new Error("the other process is gone"));
    pending.clear();
  });

  return {
    ask: (what, value) =>
      new Promise((done, failed) => {
        if (isOver) return failed(new Error("the other process is gone"));
        const n = ++number;
        pending.set(n, { done, failed });
        post({ what, n, value });
      }),
    tell: (what, value) => post({ what, value }),
    on: (what, given) => void answers.set(what, given),
  };
}

/** Node's end of a channel: a child process, or this process if it is the child. */
interface NodeEnd {
  send?(message: unknown, sent: (fault: Error | null) => void): boolean;
  on(event: "message", receive: (message: unknown) => void): unknown;
  once(event: "disconnect", gone: () => void): unknown;
  readonly connected: boolean;
}

/** A line over a Node channel. */
export function lineOver(end: NodeEnd): Line {
  return openLine({
    send(message) {
      // If the other process has just ended, the channel's end reports it.
      if (end.connected) end.send?.(message, () => {});
    },
    onMessage: (receive) => void end.on("message", receive),
    onEnd: (gone) => void end.once("disconnect", gone),
  });
}
