import { createRequire } from "node:module";
import { dirname, join, sep } from "node:path";
import { type Plugin, transformWithOxc } from "vite";

const { resolve } = createRequire(import.meta.url);
const SOURCES = join(dirname(resolve("maplibre-gl/package.json")), "src") + sep;

/** A module whose `workerUrl` is the URL of the library's worker. */
const MODULE = "virtual:map-worker";
const WORKER = "map-worker";

/**
 * Builds the map library from its sources. In its distribution most of the worker duplicates the library; built
 * together they share chunks.
 */
export function mapLibrary(): Plugin {
  return {
    name: "wakelog-map-library",
    enforce: "pre",
    resolveId(id) {
      if (id === "maplibre-gl") return `${SOURCES}index.ts`;
      return id === MODULE ? `\0${MODULE}` : null;
    },
    load(id) {
      if (id !== `\0${MODULE}`) return null;
      const worker = this.emitFile({ type: "chunk", id: `${SOURCES}source/worker.ts`, name: WORKER });
      return `export const workerUrl = import.meta.ROLLUP_FILE_URL_${worker};`;
    },
    transform(code, id) {
      if (!id.startsWith(SOURCES) || !id.endsWith(".ts")) return null;
      // As the library builds itself: field declarations must not overwrite what base classes have set.
      return transformWithOxc(code, id, {
        typescript: { removeClassFieldsWithoutInitializer: true },
        assumptions: { setPublicClassFields: true },
      });
    },
  };
}

/** The file name of a library chunk: the worker has its own name, by which the server recognizes it. */
export function mapFileName({ name, moduleIds }: { name: string; moduleIds: readonly string[] }): string {
  const isShared = name !== WORKER && moduleIds.some((id) => id.startsWith(SOURCES));
  return `assets/${isShared ? "map-library" : "[name]"}-[hash].js`;
}
