/** Edits stored in `app.edits`, and the span that each affects. */
import { z } from "zod";
import type { Edit } from "./apply-edits.ts";

const time = z.string().transform((text, context) => {
  const value = Date.parse(text);
  if (Number.isNaN(value)) context.addIssue("not a time");
  return value;
});
const base = { made: time, from: time };
const spanned = { ...base, to: time };
const stayCode = z.union([z.literal(1), z.literal(2), z.literal(3), z.literal(4)]);
const facts = z.object({
  stayCode: stayCode.optional(),
  latitude: z.number().optional(),
  longitude: z.number().optional(),
  arrived: z.number().optional(),
  departed: z.number().optional(),
});
const meaning = z.object({ silence: z.boolean().optional() });
const naming = z.object({ log: z.int().optional() });
const position = naming.extend({ latitude: z.number(), longitude: z.number() });
const drawing = z.object({
  fromLatitude: z.number(),
  fromLongitude: z.number(),
  toLatitude: z.number(),
  toLongitude: z.number(),
  distanceNm: z.number(),
  unrecorded: z.boolean().optional(),
  log: z.int().optional(),
});

const row = z.discriminatedUnion("kind", [
  z.object({ ...base, kind: z.literal("split"), facts: position }),
  z.object({ ...spanned, kind: z.literal("join"), facts: naming.optional() }),
  z.object({ ...spanned, kind: z.literal("delete"), facts: meaning.optional() }),
  z.object({ ...spanned, kind: z.literal("keep"), facts: meaning.optional() }),
  z.object({ ...spanned, kind: z.literal("stay"), facts }),
  z.object({ ...spanned, kind: z.literal("draw"), facts: drawing }),
]);

/** A stored edit that cannot be parsed. */
export interface UnreadableEdit {
  /** Its id in `app.edits`; `?` if unreadable. */
  readonly id: string;
  readonly cause: unknown;
}

const numbered = z.object({ id: z.int().transform(String) }).catch({ id: "?" });

/**
 * Parses the edits in force from `app.fold_begin`.
 * @param onUnreadable called for each malformed edit, which is skipped
 */
export function parseEdits(value: unknown, onUnreadable: (edit: UnreadableEdit) => void): readonly Edit[] {
  if (!Array.isArray(value) || value.length === 0) return [];
  return value.flatMap((item: unknown): Edit[] => {
    const found = row.safeParse(item);
    if (found.success) return [edit(found.data)];
    onUnreadable({ id: numbered.parse(item).id, cause: found.error });
    return [];
  });
}

function edit(stored: z.infer<typeof row>): Edit {
  const { made: madeAt, from } = stored;
  switch (stored.kind) {
    case "split":
      return { kind: "split", madeAt, from, ...defined(stored.facts) };
    case "stay": {
      return { kind: "stay", madeAt, from, to: stored.to, ...defined(stored.facts) };
    }
    case "draw":
      return { kind: "draw", madeAt, from, to: stored.to, ...defined(stored.facts) };
    case "join": {
      return { kind: "join", madeAt, from, to: stored.to, ...defined(stored.facts ?? {}) };
    }
    default:
      return { kind: stored.kind, madeAt, from, to: stored.to, ...defined(stored.facts ?? {}) };
  }
}

/** Drops undefined facts. */
function defined<T extends object>(facts: T): { [K in keyof T]: Exclude<T[K], undefined> } {
  const known = Object.entries(facts).filter(([, fact]) => fact !== undefined);
  return Object.fromEntries(known) as { [K in keyof T]: Exclude<T[K], undefined> };
}

/** First and last instant affected by an edit, milliseconds since 1970. */
export function reach(one: Edit): { readonly from: number; readonly to: number } {
  if (one.kind === "split") return { from: one.from, to: one.from };
  if (one.kind !== "stay") return { from: one.from, to: one.to };
  return {
    from: Math.min(one.from, one.arrived ?? one.from, one.departed ?? one.from),
    to: Math.max(one.to, one.departed ?? one.to, one.arrived ?? one.to),
  };
}
