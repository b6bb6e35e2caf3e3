// @vitest-environment happy-dom
/** The service's sentences in another language: slow, or not there at first. */
import { act, screen, waitFor } from "@testing-library/react";
import { Suspense } from "react";
import { expect, test } from "vitest";
import { stayQuestion } from "../../src/api/places/stay.ts";
import { reachServer } from "../../src/api/request.ts";
import { sentencesBy } from "../../src/languages/sentences.ts";
import { type Forms, type Speech, speechWith } from "../../src/languages/speech.ts";
import { askServer, checkServerBy } from "../../src/offline/connectivity.ts";
import { useSentences } from "../../src/preferences/display.tsx";
import { useAnswer } from "../../src/queries/use-answer.ts";
import { translated } from "../../src/server-messages/translated.ts";
import { render, startEach } from "../render.tsx";
import { answerWith } from "../service.ts";

startEach();
checkServerBy(reachServer);

const SAID = "left the berth at 4.2 kn";
const MEANT = "legte ab";
const FORMS: Forms = { FORMS: new Set([SAID]), recognized: (id) => ({ id, values: [] }) };
const STAY = { id: 7, stay_code: 4, reasons: { from: null, to: { rule: "leave", text: SAID } } };

const german = (fetchForms: () => Promise<Forms>, patienceMs?: number) =>
  speechWith("de", { [SAID]: MEANT }, sentencesBy(fetchForms, patienceMs));

function Answer() {
  return <li>{useAnswer(stayQuestion(7)).value?.departureReason?.text}</li>;
}

function Refusal() {
  return <li>{translated(SAID, useSentences())}</li>;
}

/** What a page shows of an answer, and of a sentence beside it. */
async function open(speech: Speech) {
  answerWith(() => ({ body: [STAY] }));
  const page = (
    <Suspense fallback="Loading">
      <Answer />
      <Refusal />
    </Suspense>
  );
  await act(async () => void render(page, speech));
  return () => screen.queryAllByRole("listitem").map((one) => one.textContent);
}

test("are shown as the service says them if they cannot be fetched, and translated once the link is back", async () => {
  let isThere = false;
  const shown = await open(german(async () => (isThere ? FORMS : Promise.reject(new Error("no link")))));
  await waitFor(() => expect(shown()).toEqual([SAID, SAID]));
  answerWith(() => null);
  await askServer();
  isThere = true;
  answerWith(() => ({ body: [STAY] }));
  await askServer();
  await waitFor(() => expect(shown()).toEqual([MEANT, MEANT]));
});

test("are tried again by what next shows one", async () => {
  let isThere = false;
  const { sentences } = german(async () => (isThere ? FORMS : Promise.reject(new Error("no link"))));
  await sentences?.fetch();
  expect(sentences?.forms?.FORMS.size).toBe(0);
  isThere = true;
  await sentences?.fetch();
  expect(sentences?.forms).toBe(FORMS);
});

test("are not waited for longer than a person waits, and shown when they come", async () => {
  let give: (forms: Forms) => void = () => {};
  const coming = new Promise<Forms>((done) => {
    give = done;
  });
  const shown = await open(german(() => coming, 10));
  await waitFor(() => expect(shown()).toEqual([SAID, SAID]));
  give(FORMS);
  await waitFor(() => expect(shown()).toEqual([MEANT, MEANT]));
});

test("are fetched once, however many show one", async () => {
  let fetches = 0;
  const { sentences } = german(async () => {
    fetches++;
    return FORMS;
  });
  await Promise.all([sentences?.fetch(), sentences?.fetch()]);
  await sentences?.fetch();
  expect(fetches).toBe(1);
});
