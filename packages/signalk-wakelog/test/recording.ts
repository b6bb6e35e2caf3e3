/** The recorder on a clock that the test moves. */
import { onTestFinished } from "vitest";
import { Recorder } from "../src/recorder.ts";
import { emptyFolder } from "./folder.ts";
import { HandClocks, USUAL } from "./sample/sea.ts";
import { StubServer } from "./stub-server.ts";

/** A boat that records. @param meta of paths */
export async function recording(meta: (path: string) => unknown = () => undefined) {
  const folder = emptyFolder();
  const clocks = new HandClocks();
  const server = Object.assign(new StubServer(folder), { getMetadata: meta });
  const recorder = new Recorder({
    app: server,
    clocks,
    folder,
    settings: USUAL,
    megabytes: 256,
    trip: null,
    recorded: () => undefined,
    notified: () => undefined,
    log: () => undefined,
  });
  recorder.subscribe();
  const buffer = await recorder.open();
  onTestFinished(() => recorder.close());
  const pass = (seconds: number, each: (second: number) => void = () => undefined): void => {
    for (let second = 1; second <= seconds; second += 1) {
      clocks.pass(1000);
      each(second);
      recorder.tick();
    }
  };
  /** The paths of the newest row. */
  const newest = () =>
    Object.keys(buffer.rows.last()?.values ?? {}).map((number) => buffer.paths.nameOf(Number(number)));
  return { buffer, clocks, newest, pass, server };
}
