/** Runs inside a process that serves requests: its connection to the first process, and how it ends. */
import cluster from "node:cluster";
import { type Line, lineOver } from "./line.ts";

/** The server that runs in such a process. */
export interface Answering {
  /** Accepts no more connections; resolves when open ones have ended. */
  finish(): Promise<void>;
  /** Stops within some seconds, whatever clients do. */
  stop(): Promise<void>;
}

/** Whether this process was started to serve requests beside others. */
export function isOneOfMany(): boolean {
  return cluster.isWorker;
}

/** Time before open connections are cut, milliseconds; idle ones have ended long before. */
const FINISH_MS = 150_000;

/** Runs until the first process says so or has ended. @param start rejects with a message for the operator */
export async function answerBeside(start: (line: Line) => Promise<Answering>): Promise<void> {
  const line = lineOver(process);
  // Ctrl-C reaches every process of a terminal; the first one then stops the others.
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
    // Lets the reason be sent before the process ends.
    setTimeout(() => process.exit(1), 100);
  }
}
