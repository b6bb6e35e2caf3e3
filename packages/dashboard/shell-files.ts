import type { HtmlTagDescriptor, Plugin, Rolldown } from "vite";

/** Files of `public/` that the shell needs without a network. */
const PUBLIC_FILES = ["/early-theme.js", "/manifest.webmanifest", "/icon.svg"];

/** Read in ranges, on demand. */
const ON_DEMAND = /\.pmtiles$/;

/** A short hash of a list of file names (FNV-1a). */
function fingerprint(text: string): string {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  }
  return (hash >>> 0).toString(36);
}

/** A chunk, its static imports, and their styles. */
function withImports(bundle: Rolldown.OutputBundle, name: string, found = new Set<string>()): Set<string> {
  const chunk = bundle[name];
  if (found.has(name) || chunk?.type !== "chunk") return found;
  found.add(name);
  for (const style of chunk.viteMetadata?.importedCss ?? []) found.add(style);
  for (const one of chunk.imports) withImports(bundle, one, found);
  return found;
}

/** What the page names, and what that starts: the application with its framework. */
const ENTRY = "/src/start.ts";
const APPLICATION = "/src/main.tsx";

/** The chunk with a module. */
function chunkWith(bundle: Rolldown.OutputBundle, module: string): string {
  const found = Object.values(bundle).find(
    (file) => file.type === "chunk" && file.moduleIds.some((id) => id.endsWith(module)),
  );
  if (found === undefined) throw new Error(`${module} was not built`);
  return found.fileName;
}

/** Whether a file is a language's catalog, needed only by its readers. */
function isWords(file: Rolldown.OutputAsset | Rolldown.OutputChunk | undefined): boolean {
  return file?.type === "chunk" && /\.po\?/.test(file.facadeModuleId ?? "");
}

/** Links that fetch the application before the entry asks for it. */
function applicationTags(bundle: Rolldown.OutputBundle): HtmlTagDescriptor[] {
  const begun = withImports(bundle, chunkWith(bundle, ENTRY));
  const application = chunkWith(bundle, APPLICATION);
  if (begun.has(application)) throw new Error("the entry waits for the application");
  return [...withImports(bundle, application)]
    .filter((name) => !begun.has(name))
    .map((name) => ({
      tag: "link",
      attrs: {
        rel: name.endsWith(".css") ? "stylesheet" : "modulepreload",
        crossorigin: true,
        href: `/${name}`,
      },
      injectTo: "head",
    }));
}

/** What opens from widgets (`src/ui/choices/on-demand.ts`): pages load it when it is wanted, perhaps without a link. */
const OPENED = /\/src\/ui\/(dialog-box|choices\/open-\w+)\.tsx$/;

/** The chunks of what opens from widgets. */
function openedFiles(bundle: Rolldown.OutputBundle): readonly string[] {
  const opened = Object.values(bundle).filter(
    (file) => file.type === "chunk" && OPENED.test(file.facadeModuleId ?? ""),
  );
  if (opened.length < 3) throw new Error("what opens from widgets is not in separate files");
  return opened.map(({ fileName }) => fileName);
}

/**
 * Has the page fetch the application together with the entry that starts it. Writes the file lists into the service
 * worker: those that every page needs, and those to prefetch, with a version derived from their names.
 */
export function shellFiles(): Plugin {
  return {
    name: "wakelog-shell-files",
    apply: "build",
    enforce: "post",
    transformIndexHtml: (_html, { bundle }) => (bundle === undefined ? [] : applicationTags(bundle)),
    generateBundle(_options, bundle) {
      const worker = bundle["sw.js"];
      if (worker?.type !== "chunk") throw new Error("the service worker was not built");
      const begin = [ENTRY, APPLICATION].map((module) => chunkWith(bundle, module));
      const first = new Set(
        [...begin, ...openedFiles(bundle)].flatMap((name) => [...withImports(bundle, name)]),
      );
      const others = Object.keys(bundle).filter(
        (name) =>
          name.startsWith("assets/") && !name.endsWith(".map") && !ON_DEMAND.test(name) && !first.has(name),
      );
      const paths = (names: Iterable<string>): readonly string[] =>
        [...names].map((name) => `/${name}`).sort();
      const files = {
        first: ["/", ...PUBLIC_FILES, ...paths(first)],
        ahead: paths(others.filter((name) => !isWords(bundle[name]))),
        words: paths(others.filter((name) => isWords(bundle[name]))),
      };
      const list = JSON.stringify(files);
      const code = worker.code
        .replace(/\bSHELL_FILES\b/, list)
        .replace("__SHELL_VERSION__", fingerprint(list));
      if (!code.includes(list)) throw new Error("the service worker does not name its files");
      worker.code = code;
    },
  };
}
