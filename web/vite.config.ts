import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin } from "vite";

/** Files of `public/` that the shell needs without a network. */
const PUBLIC_FILES = ["/early-theme.js", "/manifest.webmanifest", "/icon.svg", "/icon-192.png"];

/** Too heavy to fetch before anybody looks at a harbour; kept once it was fetched. */
const ON_DEMAND = /countries-10m/;

/** A short name for a list of file names: changes when any of them does (FNV-1a). */
function fingerprint(text: string): string {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  }
  return (hash >>> 0).toString(36);
}

/** Writes into the service worker which files make the shell, and a version made of their names. */
function shellList(): Plugin {
  return {
    name: "wakelog-shell-list",
    apply: "build",
    enforce: "post",
    generateBundle(_options, bundle) {
      const worker = bundle["sw.js"];
      if (worker?.type !== "chunk") throw new Error("the service worker was not built");
      const files = Object.keys(bundle).filter(
        (name) =>
          name !== "sw.js" && name !== "index.html" && !name.endsWith(".map") && !ON_DEMAND.test(name),
      );
      const shell = ["/", ...PUBLIC_FILES, ...files.map((name) => `/${name}`)].sort();
      const source = JSON.stringify(shell);
      worker.code = worker.code
        .replace(/["'`]__SHELL_FILES__["'`]/, JSON.stringify(source))
        .replace("__SHELL_VERSION__", fingerprint(source));
    },
  };
}

export default defineConfig({
  plugins: [react(), shellList()],
  build: {
    outDir: "../dist/web",
    emptyOutDir: true,
    target: "es2022",
    chunkSizeWarningLimit: 1200,
    rolldownOptions: {
      input: { index: "index.html", sw: "src/offline/service-worker.ts" },
      output: { entryFileNames: (chunk) => (chunk.name === "sw" ? "sw.js" : "assets/[name]-[hash].js") },
    },
  },
  worker: { format: "es" },
});
