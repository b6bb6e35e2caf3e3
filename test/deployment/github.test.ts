/** What GitHub reads from `.github`: a file that it cannot read is ignored there without a word. */
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { z } from "zod";
import { root, textOf } from "../source-files.ts";

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

describe.each(readdirSync(join(root, FORMS)))("the issue form %s", (name) => {
  const { body } = Form.parse(parse(textOf(join(FORMS, name))));

  it("asks for something, and for nothing twice", () => {
    const ids = body.flatMap((one) => ("id" in one ? [one.id] : []));
    expect(ids.length).toBeGreaterThan(0);
    expect(new Set(ids).size).toBe(ids.length);
  });
});
