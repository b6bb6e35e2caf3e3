/** The dashboards in deploy/grafana are what their sketches make. */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, it } from "vitest";
import { dashboardOf, textOf } from "../../bin/grafana/dashboard.ts";
import { DASHBOARDS } from "../../bin/grafana/dashboards.ts";

const FOLDER = join(resolve(import.meta.dirname, "../.."), "deploy/grafana/dashboards");

it("are the files of deploy/grafana, and no other (WAKELOG_TEST_WRITE_DOCS=1 writes them)", () => {
  for (const sketch of DASHBOARDS) {
    const file = join(FOLDER, `${sketch.name}.json`);
    const text = textOf(dashboardOf(sketch));
    if (process.env.WAKELOG_TEST_WRITE_DOCS === "1") writeFileSync(file, text);
    expect(readFileSync(file, "utf8"), `${file} is old: run npm run docs`).toBe(text);
  }
  expect(readdirSync(FOLDER).sort()).toEqual(DASHBOARDS.map(({ name }) => `${name}.json`).sort());
});

it("have panels that do not overlap, each with a title and a sentence", () => {
  for (const sketch of DASHBOARDS) {
    const taken = new Set<string>();
    for (const panel of dashboardOf(sketch).panels ?? []) {
      const { x = 0, y = 0, w = 0, h = 0 } = panel.gridPos ?? {};
      expect(x + w).toBeLessThanOrEqual(24);
      for (let i = x; i < x + w; i++) {
        for (let j = y; j < y + h; j++) {
          expect(taken.has(`${i},${j}`), `${sketch.name}: ${panel.title}`).toBe(false);
          taken.add(`${i},${j}`);
        }
      }
      expect("description" in panel ? panel.description : "").toMatch(/\.$/);
    }
  }
});
