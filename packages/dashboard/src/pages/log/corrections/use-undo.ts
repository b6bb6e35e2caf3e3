import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { undoEdit } from "../../../api/logs/corrections.ts";
import type { Edit } from "../../../api/logs/edits.ts";
import { useDisplay } from "../../../preferences/display.tsx";
import { formatInstant } from "../../../units/instant.ts";
import type { Correction } from "./correction.ts";

const WORDS: Readonly<Record<string, MessageDescriptor>> = {
  join: msg`Logs joined`,
  split: msg`Log split`,
  delete: msg`Log deleted`,
  keep: msg`Log confirmed`,
  stay: msg`Stay changed`,
  draw: msg`Log drawn by hand`,
  remove: msg`Measurements removed`,
};

const UNDONE: Readonly<Record<string, MessageDescriptor>> = {
  join: msg`Two logs again, with their numbers and words, and the stay between them.`,
  split: msg`One log again, with its number and words.`,
  delete: msg`The log is there again, with its number and words.`,
  keep: msg`The log waits for a decision again, if it is still in doubt.`,
  stay: msg`The stay is again as it was found.`,
  draw: msg`The log that was drawn by hand is gone.`,
  remove: msg`The measurements are there again.`,
};

/** Describes a correction. */
export function useEditWords(): (edit: Edit) => string {
  const { t } = useLingui();
  const display = useDisplay();
  return ({ kind, started, by }) =>
    [
      WORDS[kind] === undefined ? kind : t(WORDS[kind]),
      ...(started === null ? [] : [formatInstant(started, display)]),
      ...(by === null ? [] : [t`by ${by}`]),
    ].join(", ");
}

/** Undoes a correction. `log` is the one to show afterwards, if any. */
export function useUndo(edit: Edit | undefined, log: number | null): Correction | null {
  const { t } = useLingui();
  const words = useEditWords();
  if (edit === undefined) return null;
  const undone = UNDONE[edit.kind];
  return {
    words: t`Undo`,
    before: [words(edit)],
    after: undone === undefined ? [t`As it was before.`] : [t(undone)],
    unable: null,
    act: async () => {
      await undoEdit(edit.id);
      return log;
    },
  };
}
