import { join } from "node:path";
import react from "@vitejs/plugin-react";
import { defineConfig, type Rolldown } from "vite";
import { catalogs } from "./catalogs.ts";
import { compressedFiles } from "./compressed-files.ts";
import { linguiMacros } from "./lingui-macros.ts";
import { mapFileName, mapLibrary } from "./map-library.ts";
import { shellFiles } from "./shell-files.ts";
import { spokenWidgets } from "./spoken-widgets.ts";

/** What opens from widgets, and widgets that first pages do not have. */
const WIDGETS = "ui/(choices/(open-|popover|radio|switch|tabs)|dialog-box|slider)";
const FORMS = "forms/|queries/use-edit";
/** Parts of pages, of the service worker, and of what is fetched when it is needed. */
const APART =
  "languages/.*\\.po|map/(?!boat/sphere)|plots|pages/(?!not-found|now/(now-page\\.tsx|words))|pictures" +
  "|features/(?!boat/use-|offline/offline-|places/back-link|alerts/(alert-(name|row|words)|anchor-watch|severity))" +
  "|offline/(service-worker|messages|ahead)|queries/keep-ahead|server-messages/(forms|sentences/(?!places))";

const ENTRY = join(import.meta.dirname, "src/start.ts");
const RUNTIME = "\0rolldown/runtime.js";

/** What the entry needs, which runs while the rest is on its way: everything that it imports, wherever it is. */
function entryName(id: string, context: Rolldown.ChunkingContext): string | null {
  if (needed.size === 0) need(ENTRY);
  return needed.has(id) ? "start" : null;

  function need(one: string): void {
    if (one === RUNTIME || needed.has(one)) return;
    needed.add(one);
    for (const next of context.getModuleInfo(one)?.importedIds ?? []) need(next);
  }
}
const needed = new Set<string>();

/**
 * Few files, because small ones cost more in headers and waiting than in content: the logbook opens with nine. Every
 * page loads `framework` and `common`, which has the head of Now, where most visits begin; `widgets` are apart because
 * what opens is fetched when it is wanted, `forms` because most pages have none.
 */
const SHARED = [
  { name: entryName },
  {
    name: "framework",
    test: /node_modules\/(react|react-dom|scheduler|use-sync-external-store|@tanstack|@lingui|clsx|idb)\//,
  },
  {
    name: "widgets",
    test: new RegExp(
      `node_modules/(@?react-aria|@?react-stately|@internationalized)|dashboard/src/${WIDGETS}`,
    ),
    minShareCount: 2,
  },
  { name: "forms", test: new RegExp(`node_modules/zod|dashboard/src/(${FORMS})`) },
  {
    name: "logs-page",
    test: /dashboard\/src\/(pages\/logs\/|features\/(log-filter|tracks\/(use-sailed|grown-track))|map\/miniature)/,
  },
  {
    name: "common",
    test: new RegExp(`preload-helper|dashboard/src/(?!${APART}|${FORMS}|${WIDGETS})`),
  },
];

export default defineConfig({
  plugins: [
    mapLibrary(),
    linguiMacros(),
    catalogs(),
    spokenWidgets(),
    react(),
    shellFiles(),
    compressedFiles(),
  ],
  assetsInclude: ["**/*.pmtiles"],
  build: {
    outDir: "../server/dist/web",
    emptyOutDir: true,
    target: "es2022",
    chunkSizeWarningLimit: 1200,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: { index: "index.html", sw: "src/offline/service-worker.ts" },
      // On a slow machine these print twenty lines about plugins outside our control.
      checks: { bundlerTimings: false },
      output: {
        entryFileNames: (chunk) => (chunk.name === "sw" ? "sw.js" : "assets/[name]-[hash].js"),
        chunkFileNames: mapFileName,
        codeSplitting: { includeDependenciesRecursively: false, groups: SHARED },
      },
    },
  },
});
