// @vitest-environment happy-dom
import { act } from "@testing-library/react";
import { describe, expect, test } from "vitest";
import { callForNothing } from "../../src/api/request.ts";
import { useCommand, useLongCommand } from "../../src/queries/use-command.ts";
import { currentToken } from "../../src/session/token.ts";
import { renderHook, startEach } from "../render.tsx";
import { answerWith, requestsSent } from "../service.ts";

startEach();

const send = () => callForNothing("sign_out_everywhere_fn", {});

describe("a command", () => {
  test("runs, succeeds, and has no problem", async () => {
    answerWith(() => ({ status: 204 }));
    const { result } = renderHook(() => useCommand(send));
    let done: Promise<boolean> = Promise.resolve(false);
    act(() => {
      done = result.current.run();
    });
    expect(result.current.running).toBe(true);
    await act(async () => expect(await done).toBe(true));
    expect(result.current).toMatchObject({ running: false, problem: null });
    expect(requestsSent()).toHaveLength(1);
  });

  test("ends with the refusal of the service, and a later success clears it", async () => {
    answerWith(() => ({ status: 400, body: { message: "no such thing", hint: "look again" } }));
    const { result } = renderHook(() => useCommand(send));
    await act(async () => expect(await result.current.run()).toBe(false));
    expect(result.current).toMatchObject({
      running: false,
      problem: { status: 400, message: "no such thing", hint: "look again" },
    });
    answerWith(() => ({ status: 204 }));
    await act(async () => expect(await result.current.run()).toBe(true));
    expect(result.current.problem).toBe(null);
  });

  test.each([
    ["no answer", () => null, 0],
    ["a proxy without its server", () => ({ status: 502 }), 502],
  ])("ends with a sentence for %s", async (_, answerer, status) => {
    answerWith(answerer);
    const { result } = renderHook(() => useCommand(send));
    await act(async () => expect(await result.current.run()).toBe(false));
    expect(result.current.problem?.status).toBe(status);
    expect(result.current.problem?.message).not.toBe("");
  });

  test("leaves the session when it is refused, unless it is a form that signs in", async () => {
    answerWith(() => ({ status: 401, body: { message: "expired" } }));
    const { result: open } = renderHook(() => useCommand(send, false));
    await act(async () => expect(await open.current.run()).toBe(false));
    expect(currentToken()).toBe("token");
    const { result } = renderHook(() => useCommand(send));
    await act(async () => expect(await result.current.run()).toBe(false));
    expect(currentToken()).toBe(null);
  });

  test("reports its progress, and its value when it is done", async () => {
    let [half, whole] = [() => {}, () => {}];
    const { result } = renderHook(() =>
      useLongCommand(async ({ progress }) => {
        progress(0.5);
        await new Promise<void>((done) => {
          half = done;
        });
        progress(1);
        await new Promise<void>((done) => {
          whole = done;
        });
        return "a file";
      }),
    );
    act(() => void result.current.run());
    expect(result.current.state).toEqual({ at: "busy", share: 0.5 });
    await act(async () => half());
    expect(result.current.state).toEqual({ at: "busy", share: 1 });
    await act(async () => whole());
    expect(result.current.state).toEqual({ at: "done", value: "a file" });
    act(() => result.current.reset());
    expect(result.current.state).toEqual({ at: "idle" });
  });

  test("is idle after it was cancelled, but not if it failed meanwhile", async () => {
    const { result } = renderHook(() =>
      useLongCommand(async ({ signal }, fails: boolean) => {
        await new Promise((done) => signal.addEventListener("abort", done));
        if (fails) throw new Error("the undo failed");
        signal.throwIfAborted();
      }),
    );
    for (const [fails, at] of [
      [false, "idle"],
      [true, "failed"],
    ] as const) {
      await act(async () => {
        const done = result.current.run(fails);
        result.current.cancel();
        expect(await done).toBe(false);
      });
      expect(result.current.state.at).toBe(at);
    }
  });
});
