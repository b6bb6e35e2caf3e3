import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
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
  "main\\.|languages/.*\\.po|map/(?!boat/sphere)|plots|pages/(?!not-found|now/(now-page\\.tsx|words))|pictures" +
  "|features/(?!boat/use-|offline/offline-|alerts/(alert-(name|row|words)|anchor-watch|severity))" +
  "|offline/(service-worker|messages|ahead)|queries/keep-ahead|server-messages/(forms|sentences/(?!places))";

/**
 * Few files, because small ones cost more in headers and waiting than in content: the logbook opens with nine. Every
 * page loads `framework` and `common`, which has the head of Now, where most visits begin; `widgets` are apart because
 * what opens is fetched when it is wanted, `forms` because most pages have none.
 */
const SHARED = [
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
