import { QueryClientProvider } from "@tanstack/react-query";
import { StrictMode, startTransition } from "react";
import { createRoot } from "react-dom/client";
import "./tokens.css";
import "./base.css";
import { reachServer } from "./api/request.ts";
import { sendChange } from "./api/write.ts";
import { App } from "./app/app.tsx";
import { askFirstQuestions } from "./app/ask-first-questions.ts";
import { keepFocus } from "./app/kept-focus.ts";
import { loadFirstPage, Router } from "./app/router.tsx";
import { type FetchedSpeech, fetchSpeech } from "./languages/fetch-speech.ts";
import { wantedLanguage } from "./languages/language.ts";
import { checkServerBy } from "./offline/connectivity.ts";
import { keepPages, whenCalm } from "./offline/fetch-ahead.ts";
import { beInstallable } from "./offline/installable.ts";
import { sendChangesBy } from "./offline/outbox.ts";
import { registerServiceWorker } from "./offline/register.ts";
import { isDearLink } from "./offline/thin-link.ts";
import { DisplayProvider } from "./preferences/display.tsx";
import { applyTheme } from "./preferences/theme.ts";
import { countTraffic } from "./preferences/traffic.ts";
import { answers, refetchAll } from "./queries/answers.ts";
import { holdOthers } from "./queries/ask-ahead.ts";
import { keepScroll } from "./routing/kept-scroll.ts";
import { currentToken } from "./session/token.ts";
import { fetchWidgets } from "./ui/choices/on-demand.ts";

/** Opens the dashboard in this window. */
export function openDashboard(): void {
  applyTheme();
  keepFocus();
  keepScroll();
  countTraffic();
  checkServerBy(reachServer);
  sendChangesBy(sendChange, refetchAll);
  const coming = fetchSpeech(wantedLanguage()).catch(() => fetchSpeech("en"));
  const fetchOthers = async () => (await coming).fetchOthers();
  whenCalm(() => {
    // Offline, it may not be kept.
    import("./queries/keep-ahead.ts").then(({ keepAhead }) => keepAhead()).catch(() => {});
    if (!isDearLink()) {
      fetchWidgets();
      void coming.then(({ sentences }) => sentences?.fetch());
    }
    beInstallable();
  });
  const asked = currentToken() === null ? null : askFirstQuestions(window.location, coming);
  const first = Promise.all([loadFirstPage(fetchOthers), asked]);
  holdOthers(first);
  // It fetches the files again, from the browser's cache at best.
  void first.finally(registerServiceWorker);
  keepPages(fetchOthers);
  void coming.then((speech) => show(speech, fetchOthers));
}

function show(speech: FetchedSpeech, fetchOthers: () => Promise<void>): void {
  const root = document.getElementById("root");
  if (root === null) throw new Error("index.html has no element with the id root");
  // A transition, so the browser can handle other work every few milliseconds.
  startTransition(() =>
    createRoot(root).render(
      <StrictMode>
        <QueryClientProvider client={answers}>
          <DisplayProvider speech={speech}>
            <Router fetchOthers={fetchOthers}>
              <App />
            </Router>
          </DisplayProvider>
        </QueryClientProvider>
      </StrictMode>,
    ),
  );
}
