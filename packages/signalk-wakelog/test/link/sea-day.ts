/** Days of a boat on a clock that jumps from second to second. */
import { onTestFinished, vi } from "vitest";
import { Transport } from "../../src/link/transport.ts";
import type { Boat } from "../boat.ts";
import { NOON } from "../sample/sea.ts";
import { Instruments } from "./instruments.ts";

/** Moves the clock; real sockets and disks go on. */
export class SeaDay {
  readonly #boat: Boat;
  readonly #instruments: Instruments;
  readonly #end: () => void;
  #second = 0;
  #asking = 0;

  /** Begins a day at noon. @param make starts the boat in that time */
  constructor(make: () => Boat) {
    vi.useFakeTimers({
      toFake: ["setTimeout", "clearTimeout", "setInterval", "clearInterval", "Date", "performance"],
      now: NOON,
    });
    const day = this;
    const original = Transport.prototype.ask;
    const spy = vi.spyOn(Transport.prototype, "ask").mockImplementation(async function (
      this: Transport,
      ...asked
    ) {
      const isPoll = asked[1].method === "GET";
      if (!isPoll) day.#asking += 1;
      try {
        return await original.apply(this, asked);
      } finally {
        if (!isPoll) day.#asking -= 1;
      }
    });
    this.#boat = make();
    this.#instruments = new Instruments(this.#boat.server);
    this.#end = () => {
      vi.useRealTimers();
      spy.mockRestore();
    };
    onTestFinished(() => this.end());
  }

  /** Ends the day. */
  async end(): Promise<void> {
    await this.#boat.plugin.stop();
    this.#end();
  }

  /** Lets seconds pass. @param speed metres per second over ground; 0 swings at anchor */
  async pass(seconds: number, speed: number): Promise<void> {
    for (let end = this.#second + seconds; this.#second < end; ) {
      this.#second += 1;
      this.#instruments.play(this.#second, speed);
      await vi.advanceTimersByTimeAsync(1000);
      await this.#settle();
    }
  }

  /** Waits for what is under way between boat and shore. */
  async #settle(): Promise<void> {
    for (let turn = 0; turn < 4; turn += 1) await new Promise((done) => setImmediate(done));
    while (this.#asking > 0) await new Promise((done) => setImmediate(done));
  }
}
