import { i18n } from "@lingui/core";
import { I18nProvider } from "@lingui/react";
import { QueryClientProvider } from "@tanstack/react-query";
import { StrictMode, startTransition } from "react";
import { createRoot } from "react-dom/client";
import "./tokens.css";
import "./base.css";
import { nearAddress } from "./api/address.ts";
import { reachServer } from "./api/request.ts";
import { sendChange } from "./api/write.ts";
import { App } from "./app/app.tsx";
import { firstQuestions } from "./app/first-questions.ts";
import { keepFocus } from "./app/kept-focus.ts";
import { loadFirstPage, Router } from "./app/router.tsx";
import { speak, wantedLanguage } from "./languages/language.ts";
import { judgeBy } from "./offline/connectivity.ts";
import { keepPages } from "./offline/fetch-ahead.ts";
import { sendChangesBy } from "./offline/outbox.ts";
import { registerServiceWorker } from "./offline/register.ts";
import { DisplayProvider } from "./preferences/display.tsx";
import { followTheme } from "./preferences/theme.ts";
import { countTraffic } from "./preferences/traffic.ts";
import { answers, refetchAll } from "./queries/answers.ts";
import { askAhead } from "./queries/ask-ahead.ts";
import { keepAhead } from "./queries/keep-ahead.ts";
import { keepScroll } from "./routing/kept-scroll.ts";
import { currentToken } from "./session/token.ts";

const root = document.getElementById("root");
if (root === null) throw new Error("index.html has no element with the id root");

followTheme();
keepFocus();
keepScroll();
countTraffic();
registerServiceWorker();
keepPages();
judgeBy(reachServer);
sendChangesBy(sendChange, refetchAll);
keepAhead();
// While the words come, so do the page, the address of the API and the page's first answers: over a thin link each would
// take as long again.
const words = speak(wantedLanguage()).catch(() => speak("en"));
loadFirstPage();
void nearAddress();
if (currentToken() !== null) askAhead(firstQuestions(window.location), words);
await words;
// As a transition, which lets the browser do something else every few milliseconds.
startTransition(() =>
  createRoot(root).render(
    <StrictMode>
      <I18nProvider i18n={i18n}>
        <QueryClientProvider client={answers}>
          <DisplayProvider>
            <Router>
              <App />
            </Router>
          </DisplayProvider>
        </QueryClientProvider>
      </I18nProvider>
    </StrictMode>,
  ),
);
