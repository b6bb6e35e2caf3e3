/** GitHub's files in `.github`: invalid ones would be ignored silently. */
import { spawnSync } from "node:child_process";
import { accessSync, constants, readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { z } from "zod";
import { root, textOf } from "../../../../checks/source-files.ts";

const FORMS = ".github/ISSUE_TEMPLATE";

const field = {
  id: z.string().regex(/^[\w-]+$/),
  validations: z.strictObject({ required: z.boolean() }).optional(),
};
const labelled = { label: z.string().min(1), description: z.string().optional() };
const Form = z.strictObject({
  name: z.string().min(1),
  description: z.string().min(1),
  labels: z.array(z.string()),
  body: z.array(
    z.discriminatedUnion("type", [
      z.strictObject({
        type: z.literal("markdown"),
        attributes: z.strictObject({ value: z.string().min(1) }),
      }),
      z.strictObject({ type: z.literal("input"), ...field, attributes: z.strictObject(labelled) }),
      z.strictObject({
        type: z.literal("textarea"),
        ...field,
        attributes: z.strictObject({ ...labelled, render: z.string().optional() }),
      }),
      z.strictObject({
        type: z.literal("dropdown"),
        ...field,
        attributes: z.strictObject({ ...labelled, options: z.array(z.string().min(1)).min(2) }),
      }),
    ]),
  ),
});

const Job = z.object({
  if: z.string().optional(),
  strategy: z.object({ matrix: z.object({ database: z.array(z.string()) }) }).optional(),
  container: z.object({ image: z.string() }),
  "timeout-minutes": z.number().positive().max(360),
  permissions: z.strictObject({ contents: z.literal("read") }),
  steps: z.array(
    z.union([
      z.strictObject({
        // The only action so far; another one is pinned by its major version too.
        uses: z.templateLiteral([z.literal("actions/checkout"), "@v", z.number()]),
        with: z.strictObject({ "persist-credentials": z.literal(false) }),
      }),
      z.strictObject({ run: z.string().startsWith(".ci/") }),
    ]),
  ),
});
const Workflow = z.object({
  on: z.object({ schedule: z.array(z.object({ cron: z.string() })).length(1) }),
  permissions: z.strictObject({}),
  jobs: z.strictObject({ static: Job, test: Job, night: Job }),
});

describe.each(readdirSync(join(root, FORMS)))("the issue form %s", (name) => {
  const { body } = Form.parse(parse(textOf(join(FORMS, name))));

  it("asks for something, and for nothing twice", () => {
    const ids = body.flatMap((one) => ("id" in one ? [one.id] : []));
    expect(ids.length).toBeGreaterThan(0);
    expect(new Set(ids).size).toBe(ids.length);
  });
});

describe("the workflow", () => {
  const { jobs } = Workflow.parse(parse(textOf(".github/workflows/ci.yml")));
  const node = textOf(".nvmrc").trim();

  /** The commands of a job, one for each entry of its matrix. */
  const commandsOf = ({ steps, strategy }: z.infer<typeof Job>) =>
    steps
      .flatMap((step) => ("run" in step ? [step.run] : []))
      .flatMap((run) =>
        (strategy?.matrix.database ?? [""]).map((entry) =>
          run.replace(/\$\{\{ matrix\.database \}\}/, entry),
        ),
      );

  it("runs every part of .ci/run for a change, and .ci/night on a schedule", () => {
    const [, parts = ""] = /^all=\((.*)\)$/m.exec(textOf(".ci/run")) ?? [];
    const forChange = [jobs.static, jobs.test].flatMap(commandsOf).sort();
    expect(forChange).toEqual(
      parts
        .split(" ")
        .map((part) => `.ci/run ${part}`)
        .sort(),
    );
    expect(commandsOf(jobs.night)).toEqual([".ci/night"]);
    expect(jobs.night.if).toContain("github.event_name == 'schedule'");
  });

  it("runs scripts that are there and may be executed", () => {
    for (const command of Object.values(jobs).flatMap(commandsOf)) {
      accessSync(join(root, command.split(" ")[0] ?? ""), constants.X_OK);
    }
  });

  it("has the Node of .nvmrc, the oldest that the package takes", () => {
    const { engines } = z
      .object({ engines: z.object({ node: z.string() }) })
      .parse(JSON.parse(textOf("package.json")));
    expect(engines.node).toBe(`>=${node}`);
    expect(Object.values(jobs).map(({ container }) => container.image)).toEqual(
      Array(3).fill(`node:${node}-bookworm`),
    );
  });
});

it.each([
  ["run", "static postgresql-15 embedded"],
  ["night", "containers night postgresql-15 laws node-22 node-24"],
])(".ci/%s refuses a part that does not exist before it installs anything", (script, parts) => {
  const { status, stderr } = spawnSync(join(root, ".ci", script), ["statics"], { encoding: "utf8" });
  expect(status).toBe(2);
  expect(stderr).toBe(`no such part: statics; there are: ${parts}\n`);
});
