import { useRef, useState } from "react";
import { undoImport } from "../../api/boat/first-steps.ts";
import { type ImportPreview, storeBatch, uploadFile } from "../../api/boat/imports.ts";
import { ApiProblem } from "../../api/problem.ts";
import { newKey } from "../../offline/change.ts";
import { useDisplay } from "../../preferences/display.tsx";
import { refetchAll } from "../../queries/answers.ts";
import { type Command, useCommand, useLongCommand } from "../../queries/use-command.ts";

/** An import in progress. */
interface ImportSteps {
  /** The file name; empty before one is chosen. */
  readonly name: string;
  readonly reading: Command<[File], ImportPreview>;
  readonly storing: Command<[id: number]>;
  readonly undoing: Command<[id: number]>;
  /** The preview; null if there is none. */
  readonly preview: ImportPreview | null;
  readonly choose: (file: File) => void;
  /** Stores the file, or resumes after a failure. */
  readonly store: (id: number) => void;
  /** Discards the preview. */
  readonly cancel: () => void;
}

/** Reads a file, then stores it in batches, each once. After a failure it can be resumed or undone. */
export function useImport(): ImportSteps {
  const [name, setName] = useState("");
  const stored = useRef({ batches: 0, key: newKey() });
  const display = useDisplay();
  const reading = useLongCommand((work, file: File) => uploadFile(file, work.progress, work.signal, display));
  const storing = useLongCommand(async ({ progress, signal }, id: number) => {
    const done = stored.current;
    try {
      for (let left = 1; left > 0; ) {
        left = await storeBatch(id, done.key);
        done.key = newKey();
        done.batches++;
        progress(done.batches / (done.batches + left));
        if (!signal.aborted) continue;
        await undoImport(id);
        reading.reset();
        signal.throwIfAborted();
      }
    } catch (thrown) {
      // Without a response the batch may be stored; after a refusal it is not.
      if (thrown instanceof ApiProblem && thrown.status >= 400) done.key = newKey();
      throw thrown;
    } finally {
      refetchAll();
    }
  });
  const cancel = () => {
    reading.reset();
    storing.reset();
  };
  const undoing = useCommand(async (id: number) => {
    await undoImport(id);
    cancel();
    refetchAll();
  });
  return {
    name,
    reading,
    storing,
    undoing,
    preview: reading.state.at === "done" ? reading.state.value : null,
    choose(file) {
      setName(file.name);
      storing.reset();
      stored.current = { batches: 0, key: newKey() };
      void reading.run(file);
    },
    store: (id) => void storing.run(id),
    cancel,
  };
}
