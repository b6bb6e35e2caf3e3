import { procedureQuestion } from "../question.ts";
import { callForJson, callForSuccess } from "../request.ts";
import { type Row, requiredRow } from "../row.ts";

/** The progress of a new user. */
export interface FirstSteps {
  /** Whether the boat's plugin has connected. */
  readonly plugin: boolean;
  /** Whether the boat has sent rows. */
  readonly rows: boolean;
  /** The boat's newest finished log; null if there is none. */
  readonly log: number | null;
  /** The import of the sample voyage; null if there is none. */
  readonly sample: number | null;
  /** The log of the sample voyage, once it is finished. */
  readonly sampleLog: number | null;
}

interface FirstStepsJson {
  readonly plugin: boolean;
  readonly rows: boolean;
  readonly log: number | null;
  readonly sample: number | null;
  readonly sample_log: number | null;
}

export const firstStepsQuestion = procedureQuestion("first_steps_fn", (result): FirstSteps => {
  const steps = result as Row<FirstStepsJson>;
  return {
    plugin: steps.boolean("plugin") ?? false,
    rows: steps.boolean("rows") ?? false,
    log: steps.number("log"),
    sample: steps.number("sample"),
    sampleLog: steps.number("sample_log"),
  };
});

/** Imports a sample voyage for this boat. Resolves to the import's id, by which it can be undone. */
export async function sailSample(): Promise<number> {
  const made = requiredRow<{ id: number }>(await callForJson("sample_voyage_fn", {}), "a sample voyage");
  return made.id("id");
}

/** Undoes an import, including the logs made from it. */
export async function undoImport(id: number): Promise<void> {
  await callForSuccess("undo_import_fn", { _id: id });
}
