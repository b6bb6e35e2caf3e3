import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { catalogs } from "./catalogs.ts";
import { compressedFiles } from "./compressed-files.ts";
import { linguiMacros } from "./lingui-macros.ts";
import { mapFileName, mapLibrary } from "./map-library.ts";
import { shellFiles } from "./shell-files.ts";
import { spokenWidgets } from "./spoken-widgets.ts";

/**
 * Few files, because small ones cost more in headers and waiting than in content. Every page loads `framework` and
 * `common`. `main` is apart because it waits for a language, whose files wait for `common`; `widgets` because sign-in
 * needs none, `forms` because most pages have none.
 */
const SHARED = [
  {
    name: "framework",
    test: /node_modules\/(react|react-dom|scheduler|use-sync-external-store|@tanstack|@lingui|clsx|idb)\//,
  },
  {
    name: "widgets",
    test: /node_modules\/(@?react-aria|@?react-stately|@internationalized)|dashboard\/src\/ui\/(choices|dialog|slider)/,
    minShareCount: 2,
  },
  { name: "forms", test: /node_modules\/zod|dashboard\/src\/forms/ },
  {
    name: "common",
    test: /preload-helper|dashboard\/src\/(?!main\.|offline\/(service-worker|messages|ahead))/,
    tags: ["$initial" as const],
  },
  { name: "shared", test: /dashboard\/src\/(?!forms|languages|map|plots|pages|features)/, minShareCount: 4 },
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
