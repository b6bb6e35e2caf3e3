/** The side of a process that answers requests: what it gets from the first one, and how it ends. */
import cluster from "node:cluster";
import { type Line, lineOver } from "./line.ts";

/** Something that runs in such a process. */
export interface Answering {
  /** Takes no more connections; resolves when those that are open have ended. */
  finish(): Promise<void>;
  /** Stops within some seconds, whatever clients do. */
  stop(): Promise<void>;
}

/** Whether this process was started to answer requests beside others. */
export function isOneOfMany(): boolean {
  return cluster.isWorker;
}

/** After this many milliseconds connections that are still open are cut: idle ones have long ended by themselves. */
const FINISH_MS = 150_000;

/** Runs it until the first process tells it to stop, or has ended. @param start rejects with what the operator should read */
export async function answerBeside(start: (line: Line) => Promise<Answering>): Promise<void> {
  const line = lineOver(process);
  // Ctrl-C reaches every process of a terminal; the first one then tells the others what to do.
  process.on("SIGINT", () => {});
  process.on("SIGHUP", () => {});
  let running: Answering | null = null;
  const end = (): void => {
    const stopped = running?.stop() ?? Promise.resolve();
    stopped.then(
      () => process.exit(0),
      () => process.exit(1),
    );
  };
  line.on("stop", end);
  line.on("isAlive", () => true);
  process.once("SIGTERM", end);
  line.on("retire", () => {
    setTimeout(end, FINISH_MS).unref();
    void running?.finish().then(end);
  });
  try {
    running = await start(line);
    line.tell("ready");
  } catch (cause) {
    line.tell("failed", cause instanceof Error ? cause.message : String(cause));
    // So that the reason is sent before the process ends.
    setTimeout(() => process.exit(1), 100);
  }
}
