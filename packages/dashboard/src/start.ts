/**
 * The entry. It is small and without the framework, so that it runs while that is on its way: what the first page needs
 * is fetched at once. In sequence, each part would cost a round trip on a slow link.
 */
import { namesBoat, settingsQuestion } from "./api/account/settings.ts";
import { nearAddress } from "./api/address.ts";
import { requestAhead } from "./api/request-ahead.ts";
import { firstQuestions } from "./app/first-questions.ts";
import { routeAt } from "./app/routes.ts";
import { CATALOGS, wantedLanguage } from "./languages/language.ts";
import { isBoatKnown, rememberBoat } from "./session/known-boat.ts";
import { currentToken } from "./session/token.ts";

/** Sends the page's first requests; before that whether there is a boat, unless this device knows. */
function requestFirstAnswers(): void {
  const requestAll = () => {
    for (const question of firstQuestions(window.location)) requestAhead(question);
  };
  if (isBoatKnown()) requestAll();
  else
    requestAhead(settingsQuestion, (body) => {
      if (!namesBoat(body)) return;
      rememberBoat();
      requestAll();
    });
}

const route = routeAt(window.location.pathname)?.route;
const words = CATALOGS[wantedLanguage()];
const parts = [
  words.first,
  ...(route === undefined ? [] : [route.load]),
  ...(route?.first === true ? [] : [words.others]),
];
void nearAddress();
if (currentToken() !== null) requestFirstAnswers();
// What fails is fetched again, and reported, by what needs it.
for (const fetchPart of parts) fetchPart().catch(() => {});
void import("./main.tsx").then(({ openDashboard }) => openDashboard());
