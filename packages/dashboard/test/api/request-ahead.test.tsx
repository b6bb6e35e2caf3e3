// @vitest-environment happy-dom
/** Requests that are sent before the code that reads the responses has come. */
import { expect, test } from "vitest";
import type { Question } from "../../src/api/question.ts";
import { read } from "../../src/api/request.ts";
import { requestAhead } from "../../src/api/request-ahead.ts";
import { AS_SAID } from "../../src/languages/speech.ts";
import { beginSession } from "../../src/session/token.ts";
import { startEach } from "../render.tsx";
import { answerWith, requestsSent } from "../service.ts";

startEach();

const question: Question<unknown> = { path: "/logs_view?select=id", count: true, parse: (body) => body };
const ask = () => read(question, new AbortController().signal, AS_SAID);
const asked = () => requestsSent().map(({ path }) => path);

test("are answered to the first reader, without another request", async () => {
  let answered = 0;
  answerWith(() => ({ body: [{ id: ++answered }], total: 7 }));
  requestAhead(question);
  expect(await ask()).toEqual({ value: [{ id: 1 }], total: 7, storedAt: null });
  expect(asked()).toEqual([question.path]);
  expect((await ask()).value).toEqual([{ id: 2 }]);
});

test("are not read by another account", async () => {
  answerWith(() => ({ body: [] }));
  requestAhead(question);
  beginSession("another token", "another@example.org");
  await ask();
  expect(asked()).toEqual([question.path, question.path]);
});

test("tell the reader of a refusal, and of a server that does not respond", async () => {
  answerWith(() => ({ status: 551, body: { message: "no boat" } }));
  let followed = false;
  requestAhead(question, () => {
    followed = true;
  });
  await expect(ask()).rejects.toMatchObject({ status: 551 });
  expect(followed).toBe(false);
  answerWith(() => null);
  requestAhead(question);
  await expect(ask()).rejects.toThrow("The logbook server did not answer.");
});
