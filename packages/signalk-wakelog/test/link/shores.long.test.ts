/** Law: however often a boat is paired with another one ashore, and whatever servers lose, each row is at one boat. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { expect, it } from "vitest";
import { Boat } from "../boat.ts";
import { countRows, serialsIn } from "../faults/serials.ts";
import { emptyFolder } from "../folder.ts";
import { SeaDay } from "./sea-day.ts";
import { SmallShore } from "./small-shore.ts";

const SHORES = 3;
const AT_REST = 0;

const shore = fc.nat({ max: SHORES - 1 });
const rows = fc.integer({ min: 1, max: 30 });
const step = fc.oneof(
  fc.record({ act: fc.constant("sail" as const), rows }),
  fc.record({ act: fc.constant("sail offline" as const), rows }),
  fc.record({ act: fc.constant("pair" as const), shore }),
  /** A server is restored from a copy that has a part of its rows. */
  fc.record({
    act: fc.constant("restore" as const),
    shore,
    kept: fc.double({ min: 0, max: 1, noNaN: true }),
  }),
  /** Answers are lost after the rows were stored. */
  fc.record({ act: fc.constant("lose answers" as const), count: fc.integer({ min: 1, max: 3 }) }),
  fc.record({ act: fc.constant("restart" as const) }),
  fc.record({ act: fc.constant("lose the state file" as const) }),
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

/** A boat, and the boats ashore with which it is paired. */
class Voyage {
  readonly shores: readonly SmallShore[];
  readonly boat: Boat;
  readonly #day: SeaDay;
  readonly #folder: string;
  /** The boat ashore that had a row first, by the row's serial. */
  readonly #homes = new Map<number, number>();
  #alarm = 0;

  constructor(shores: readonly SmallShore[], folder: string) {
    this.shores = shores;
    this.#folder = folder;
    this.boat = new Boat(folder);
    this.#day = new SeaDay(() => {
      this.boat.start({ pairing: shores[0]?.line });
      return this.boat;
    });
  }

  end(): Promise<void> {
    return this.#day.end();
  }

  async take(step: Step): Promise<void> {
    const online = (): boolean => false;
    switch (step.act) {
      case "sail":
        await this.#sail(step.rows);
        break;
      case "sail offline":
        for (const one of this.shores) one.fault = (_, response) => response.destroy() !== undefined;
        await this.#sail(step.rows);
        for (const one of this.shores) one.fault = online;
        break;
      case "pair":
        await this.pair(step.shore);
        break;
      case "restore": {
        const one = this.shores[step.shore];
        one?.restore(Math.floor(step.kept * one.stored.size));
        break;
      }
      case "lose answers": {
        let left = step.count;
        for (const one of this.shores) one.loses = () => left-- > 0;
        await this.#sail(3 * step.count);
        for (const one of this.shores) one.loses = online;
        // Until then it is not known aboard which boat has them.
        await this.settle();
        break;
      }
      case "restart":
        await this.boat.plugin.stop();
        this.boat.start();
        break;
      case "lose the state file":
        await this.boat.plugin.stop();
        writeFileSync(join(this.#folder, "state.json"), "");
        this.boat.start();
        // Until the boat ashore has told what it has.
        await this.settle();
    }
    this.check();
  }

  async pair(index: number): Promise<void> {
    const line = this.shores[index]?.line ?? "";
    const { code, body } = await this.boat.server.ask("POST /pair", {}, { line });
    expect(code, JSON.stringify(body)).toBe(200);
    await this.#day.pass(3, AT_REST);
  }

  /** Makes rows, one in two seconds. */
  async #sail(rows: number): Promise<void> {
    for (let row = 0; row < rows; row += 1) {
      this.#alarm += 1;
      this.boat.server.say("notifications.test", { state: "warn", message: `number ${this.#alarm}` });
      await this.#day.pass(2, AT_REST);
    }
  }

  /** Until everything is ashore. */
  async settle(): Promise<void> {
    await this.#sail(1);
    const isDone = async () => {
      const { last_sent, waiting } = await this.boat.status();
      // Before, the buffer may not have been read.
      return last_sent !== null && waiting === 0;
    };
    for (let tries = 0; tries < 60 && !(await isDone()); tries += 1) await this.#day.pass(15, AT_REST);
    expect(await isDone(), JSON.stringify(await this.boat.status())).toBe(true);
  }

  /** No row is at two boats. */
  check(): void {
    for (const [index, one] of this.shores.entries()) {
      const serials = serialsIn(one);
      expect(new Set(serials).size, "rows that a boat has twice").toBe(serials.length);
      for (const serial of serials) {
        const home = this.#homes.get(serial) ?? index;
        expect(index, `row ${serial}`).toBe(home);
        this.#homes.set(serial, home);
      }
    }
  }
}

it("each row is at the boat that took it first, and nowhere else", async () => {
  const taken = countRows();
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 9 }), async (steps) => {
      const shores = await Promise.all(Array.from({ length: SHORES }, () => SmallShore.start()));
      for (const [index, one] of shores.entries()) one.vessel = { id: `boat ${index}`, name: "Aava" };
      const before = taken();
      const voyage = new Voyage(shores, emptyFolder());
      try {
        await voyage.settle();
        for (const one of steps) await voyage.take(one);
        await voyage.settle();
        for (const index of shores.keys()) {
          await voyage.pair(index);
          await voyage.settle();
        }
        voyage.check();
      } finally {
        await voyage.end();
      }
      const ashore = shores.flatMap(serialsIn).toSorted((a, b) => a - b);
      expect(ashore).toEqual(Array.from({ length: taken() - before }, (_, at) => before + at + 1));
      expect(shores.map(({ changed }) => changed)).toEqual([0, 0, 0]);
    }),
    { numRuns: 25 },
  );
}, 300_000);
