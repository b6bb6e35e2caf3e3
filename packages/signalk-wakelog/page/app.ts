/** The plugin's page: how link and buffer are, without asking anyone but the boat's own server. */
import { make } from "./dom.ts";
import {
  alarmsSection,
  anchorSection,
  bufferSection,
  eventsSection,
  linkSection,
  pairingSection,
  readAll,
  type Shown,
  trackSection,
  tripsSection,
} from "./sections.ts";
import { choose, LANGUAGES, language, say } from "./words/words.ts";

const REFRESH_MS = 5000;
const NIGHT = "wakelog-night";

let shown: Shown | null = null;
let chosen = "";
let problem = "";
let isReading = false;

async function refresh(): Promise<void> {
  // A slow server is not asked again before it has answered.
  if (isReading) return;
  isReading = true;
  try {
    shown = { ...(await readAll()), chosen };
    problem = "";
  } catch (error) {
    problem = error instanceof Error ? error.message : String(error);
  } finally {
    isReading = false;
  }
  show();
}

function show(): void {
  // What is being typed stays.
  if (
    document.activeElement instanceof HTMLInputElement ||
    document.activeElement instanceof HTMLSelectElement
  )
    return;
  document.documentElement.lang = language();
  document.documentElement.classList.toggle("night", localStorage.getItem(NIGHT) === "on");
  document.title = say("title");
  const acts = {
    failed: (message: string) => {
      problem = message;
      show();
    },
    refresh,
    choose: (number: string) => {
      chosen = number;
      if (shown !== null) shown = { ...shown, chosen };
      blurAndShow();
    },
  };
  const pairing = shown === null ? [] : [pairingSection(shown, acts)];
  const isPaired = shown?.status.paired === true;
  const sections =
    shown === null
      ? []
      : [
          linkSection(shown, acts),
          ...(isPaired ? [] : pairing),
          alarmsSection(shown, acts),
          anchorSection(shown, acts),
          trackSection(shown, acts),
          tripsSection(shown),
          bufferSection(shown),
          ...(isPaired ? pairing : []),
          eventsSection(shown),
        ];
  document
    .getElementById("page")
    ?.replaceChildren(head(), make("p", { class: "bad", role: "alert" }, problem), ...sections);
}

function head(): HTMLElement {
  const isNight = localStorage.getItem(NIGHT) === "on";
  const night = make("button", { type: "button" }, isNight ? say("day") : say("night"));
  night.addEventListener("click", () => {
    localStorage.setItem(NIGHT, isNight ? "off" : "on");
    show();
  });
  const languages = make("select", { "aria-label": say("language") });
  for (const [code, [name]] of Object.entries(LANGUAGES)) {
    languages.append(make("option", { value: code, selected: code === language() }, name));
  }
  languages.addEventListener("change", () => {
    choose(languages.value);
    blurAndShow();
  });
  return make("header", {}, make("h1", {}, say("title")), night, languages);
}

function blurAndShow(): void {
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
  show();
}

setInterval(() => {
  if (!document.hidden) void refresh();
}, REFRESH_MS);
void refresh();
