/** Law: whatever instruments and other plugins say on board, the shore can read what the plugin makes of it. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { expect, it } from "vitest";
import { RowBuffer } from "../../../../../signalk-wakelog/src/buffer/row-buffer.ts";
import { wireOf } from "../../../../../signalk-wakelog/src/link/wire.ts";
import { Vessel } from "../../../../../signalk-wakelog/src/vessel.ts";
import { Sea } from "../../../../../signalk-wakelog/test/sample/sea.ts";
import { StubServer } from "../../../../../signalk-wakelog/test/stub-server.ts";
import { readExchange } from "../../../../src/boat/link/form.ts";

const name = fc.oneof(
  fc.string({ minLength: 1, maxLength: 30 }),
  fc.string({ minLength: 190, maxLength: 500 }),
);
const state = fc.constantFrom("normal", "alert", "warn", "alarm", "emergency", "odd");
const said = fc.oneof(
  fc.record({ path: name, value: fc.jsonValue({ maxDepth: 3 }) }),
  fc.record({ path: name, value: fc.dictionary(name, fc.double(), { maxKeys: 3 }) }),
  fc.record({
    path: name.map((path) => `notifications.${path}`),
    value: fc.record({ state, message: name, id: name }, { requiredKeys: ["state"] }),
  }),
);
const boat = fc.record({
  said: fc.array(said, { maxLength: 20 }),
  /** As many as a broken plugin raises. */
  alarms: fc.constantFrom(0, 3, 300),
  units: name,
  vessel: fc.record({ name, mmsi: name }, { requiredKeys: [] }),
  version: name,
});

it("is read ashore, whatever is said on board", async () => {
  await fc.assert(
    fc.asyncProperty(boat, async ({ said: all, alarms, units, vessel, version }) => {
      const folder = mkdtempSync(join(tmpdir(), "wakelog-said-"));
      const sea = new Sea();
      sea.fix(59.5, 22.5);
      for (const { path, value } of all) sea.say(path, value);
      for (let alarm = 0; alarm < alarms; alarm += 1)
        sea.say(`notifications.broken${alarm}`, { state: "warn", message: "" });
      sea.pass(10);
      const buffer = await RowBuffer.open(folder, { run: "run1", mono: 0, time: 0 });
      for (const row of sea.rows) buffer.append(row, false);
      const server = new StubServer(folder);
      for (const [path, value] of Object.entries(vessel)) server.values.set(path, value);
      const app = Object.assign(server, { config: { version }, getMetadata: () => ({ units }) });
      const rows = buffer.rows.oldest(100).map((row) => wireOf(row, (number) => buffer.paths.nameOf(number)));
      const about = new Vessel(app).about(buffer);
      const sent = { stream: buffer.stream, paths: buffer.paths.toJSON(), about, rows };
      const read = await readExchange(JSON.stringify(sent));
      expect(read.rows.length).toBe(sea.rows.length);
      buffer.close();
      rmSync(folder, { recursive: true });
    }),
    { numRuns: 150 },
  );
});
