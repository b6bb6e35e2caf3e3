/** The dashboard of the server asks for what `/metrics` has. */
import { expect, it } from "vitest";
import { z } from "zod";
import { dashboardOf } from "../../bin/grafana/dashboard.ts";
import { DASHBOARDS } from "../../bin/grafana/dashboards.ts";
import { serviceForTests } from "../support/service.ts";

const service = serviceForTests();

it("by names and labels that are there", async () => {
  const text = await (await fetch(`${service.adminUrl}/metrics`)).text();
  const named = new Set([...text.matchAll(/^# TYPE (\S+) /gm)].map(([, name]) => name));
  const sketch = DASHBOARDS.find(({ source }) => source === "prometheus");
  if (sketch === undefined) throw new Error("there is no dashboard of the server");
  const asked = (dashboardOf(sketch).panels ?? []).flatMap((panel) =>
    ("targets" in panel ? (panel.targets ?? []) : []).map(
      (target) => z.object({ expr: z.string() }).parse(target).expr,
    ),
  );
  const names = asked.map(
    (expression) => /\b(?:wakelog|process|nodejs)_\w+/.exec(expression)?.[0] ?? expression,
  );
  expect(names.length).toBeGreaterThan(10);
  expect(names.filter((name) => !named.has(name.replace(/_bucket$/, "")))).toEqual([]);
});
