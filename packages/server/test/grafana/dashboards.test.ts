/** The files of deploy/grafana: layout, data sources, and the metrics used by the server's dashboard. */
import { describe, expect, it } from "vitest";
import { serviceForTests } from "../../../../test/support/service.ts";
import { BOATS, SERVER } from "./dashboards.ts";

const service = serviceForTests();

describe.each([...BOATS, SERVER])("$file", ({ file, uid, panels }) => {
  it("has a stable id, so that an import replaces the earlier release", () => {
    expect(`${uid}.json`).toBe(`wakelog-${file}`);
    expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
  });

  it("has panels that do not overlap", () => {
    expect(panels.length).toBeGreaterThan(3);
    const taken = new Set<string>();
    for (const { title, gridPos } of panels) {
      const { x, y, w, h } = gridPos;
      expect(x + w).toBeLessThanOrEqual(24);
      for (let i = x; i < x + w; i++) {
        for (let j = y; j < y + h; j++) {
          expect(taken.has(`${i},${j}`), title).toBe(false);
          taken.add(`${i},${j}`);
        }
      }
    }
  });
});

it("server.json asks for metrics that /metrics has", async () => {
  const text = await (await fetch(`${service.adminUrl}/metrics`)).text();
  const known = new Set([...text.matchAll(/^# TYPE (\S+) /gm)].map(([, name]) => name));
  for (const { title, targets } of SERVER.panels) {
    const asked = [...targets[0].expr.matchAll(/\b(?:wakelog|process|nodejs)_\w+/g)].map(([name]) => name);
    expect(asked.length, title).toBeGreaterThan(0);
    expect(
      asked.filter((name) => !known.has(name.replace(/_bucket$/, ""))),
      title,
    ).toEqual([]);
  }
});
