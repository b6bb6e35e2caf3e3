/** What the dashboard shows follows from properties, hooks and contexts: no module keeps a choice for itself. */
import { describe, expect, it } from "vitest";
import { codeOf, DASHBOARD_SOURCES, filesBelow } from "./source-files.ts";

/** A variable of a module that can change. */
const CHANGES =
  /^(?:export )?(?:let |const \w+(?::(?! Readonly)[^=\n]+)? = (?:new (?:Map|Set|WeakMap|QueryClient)\b|\{ current\b))/m;
/** Words of the one language that Lingui can keep for all modules; a plural is of that language unless it is within a sentence. */
const GLOBAL_WORDS =
  /^import \{[^}]*\b(?:i18n|t)\b[^}]*\} from "@lingui\/core(?:\/macro)?"|(?<!\$\{)\bplural\(/m;

const HOOK = "the state of this device, which components follow through its hook";
const CACHE = "a cache: the same is shown without it, later";
const MACHINERY = "what works in the background, and decides when, not what";

/** Modules that keep something that changes, and why they may. */
const KEPT: Readonly<Record<string, string>> = {
  "api/address.ts": CACHE,
  "api/request-ahead.ts": MACHINERY,
  "api/write.ts": MACHINERY,
  "app/router.tsx": CACHE,
  "map/base/coastline.ts": CACHE,
  "map/base/tiles.ts": MACHINERY,
  "map/layers/chosen-layers.ts": HOOK,
  "map/tools/chart-tools.ts": "the chart on the page, of which a picture can be taken",
  "offline/ahead/run.ts": MACHINERY,
  "offline/alone.ts": MACHINERY,
  "offline/connectivity.ts": HOOK,
  "offline/device-store.ts": MACHINERY,
  "offline/draft.ts": HOOK,
  "offline/hand-over.ts": MACHINERY,
  "offline/outbox.ts": HOOK,
  "offline/register.ts": HOOK,
  "offline/service-worker.ts": MACHINERY,
  "preferences/traffic.ts": HOOK,
  "queries/answers.ts": "the answers of the service, handed to components by a context",
  "queries/ask-ahead.ts": MACHINERY,
  "queries/use-live.ts": HOOK,
  "queries/use-now.ts": HOOK,
  "routing/kept-scroll.ts": MACHINERY,
  "routing/location.ts": HOOK,
  "session/token.ts": HOOK,
  "units/instant.ts": CACHE,
};

describe("the dashboard", () => {
  const files = filesBelow(DASHBOARD_SOURCES);
  const within = (found: readonly string[]) => found.map((file) => file.slice(DASHBOARD_SOURCES.length + 1));

  it("keeps nothing in a module that decides what is shown", () => {
    const keeping = within(files.filter((file) => CHANGES.test(codeOf(file))));
    expect(keeping.sort()).toEqual(Object.keys(KEPT).sort());
  });

  it("takes its words from the language that it is handed", () => {
    expect(within(files.filter((file) => GLOBAL_WORDS.test(codeOf(file))))).toEqual([]);
  });
});
