// @vitest-environment happy-dom
/** Importing a file: every failure can be resumed or undone. */
import { act, waitFor } from "@testing-library/react";
import { describe, expect, test } from "vitest";
import { useImport } from "../../../src/pages/import/use-import.ts";
import { renderHook, settle, startEach } from "../../render.tsx";
import { answerWith, requestsSent, type Sent } from "../../service.ts";

startEach();

const FILE = new File(["<gpx></gpx>"], "June.gpx");
const READ = { format: "GPX", skipped: {}, notes: [], truncated: "" };
const PREVIEW = { rows: 3, known: 0, covered: 0, refused: {}, from: null, to: null, line: [] };

type Answer = { readonly status?: number; readonly body?: unknown } | null;

function importing(batch: (sent: Sent) => Answer, undo: () => Answer = () => ({ body: 3 })) {
  answerWith((sent) => {
    const name = sent.path.replace("/rpc/", "");
    if (name === "import_batch_fn") return batch(sent);
    if (name === "undo_import_fn") return undo();
    const answers: Record<string, unknown> = {
      begin_import_fn: 5,
      import_part_fn: true,
      read_import_fn: READ,
      preview_import_fn: PREVIEW,
    };
    return { body: answers[name] };
  });
}

async function readFile() {
  const { result } = renderHook(useImport);
  act(() => result.current.choose(FILE));
  await waitFor(() => expect(result.current.preview?.rows).toBe(3));
  expect(result.current.name).toBe("June.gpx");
  return result;
}
const sentTo = (name: string) => requestsSent().filter(({ path }) => path === `/rpc/${name}`);

describe("an import", () => {
  test("stores batch after batch, each with its own key", async () => {
    let left = 3;
    importing(() => ({ body: { left: --left } }));
    const result = await readFile();
    act(() => result.current.store(5));
    await waitFor(() => expect(result.current.storing.state.at).toBe("done"));
    expect(new Set(sentTo("import_batch_fn").map(({ key }) => key)).size).toBe(3);
  });

  test("goes on with the same key after no answer, and with another after a refusal", async () => {
    const answers: Answer[] = [{ body: { left: 1 } }, null, { status: 500, body: { message: "broken" } }];
    importing(() => (answers.length > 0 ? (answers.shift() ?? null) : { body: { left: 0 } }));
    const result = await readFile();
    for (const message of [/./, /broken/]) {
      act(() => result.current.store(5));
      await waitFor(() => expect(result.current.storing.problem?.message).toMatch(message));
    }
    expect(result.current.preview?.id).toBe(5);
    act(() => result.current.store(5));
    await waitFor(() => expect(result.current.storing.state.at).toBe("done"));
    const [first, unanswered, refused, last] = sentTo("import_batch_fn").map(({ key }) => key);
    expect(unanswered).toBe(refused);
    expect(new Set([first, refused, last]).size).toBe(3);
  });

  test("is undone when it is cancelled, and asks what to do if that fails", async () => {
    let undo: Answer = { status: 503, body: { message: "not now" } };
    importing(
      () => ({ body: { left: 9 } }),
      () => undo,
    );
    const result = await readFile();
    act(() => result.current.store(5));
    await settle();
    act(() => result.current.storing.cancel());
    await waitFor(() => expect(result.current.storing.problem?.message).toBe("not now"));
    expect(result.current.preview).not.toBe(null);
    undo = { body: 3 };
    await act(() => result.current.undoing.run(5));
    expect(result.current).toMatchObject({ preview: null, storing: { state: { at: "idle" } } });
  });

  test("lets another file be chosen when one cannot be read", async () => {
    answerWith(() => ({ status: 400, body: { message: "Not a track" } }));
    const { result } = renderHook(useImport);
    act(() => result.current.choose(FILE));
    await waitFor(() => expect(result.current.reading.problem?.message).toBe("Not a track"));
    importing(() => ({ body: { left: 0 } }));
    act(() => result.current.choose(FILE));
    await waitFor(() => expect(result.current.preview?.rows).toBe(3));
    act(() => result.current.cancel());
    expect(result.current.preview).toBe(null);
  });
});
