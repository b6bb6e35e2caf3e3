import { createRequire } from "node:module";
import { dirname, join, sep } from "node:path";
import { type Plugin, transformWithOxc } from "vite";

const { resolve } = createRequire(import.meta.url);
const SOURCES = join(dirname(resolve("maplibre-gl/package.json")), "src") + sep;

/** A module whose `workerUrl` is the address of the library's worker. */
const MODULE = "virtual:map-worker";
const WORKER = "map-worker";

/**
 * Builds the map library from its sources. As it is delivered, most of its worker repeats what the library has too; built
 * together they share that.
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
      // As the library itself is built: classes only declare what the classes that they extend have set.
      return transformWithOxc(code, id, {
        typescript: { removeClassFieldsWithoutInitializer: true },
        assumptions: { setPublicClassFields: true },
      });
    },
  };
}

/** The name of a file with parts of the library: its worker's is its own, since the server tells workers from what they load. */
export function mapFileName({ name, moduleIds }: { name: string; moduleIds: readonly string[] }): string {
  const isShared = name !== WORKER && moduleIds.some((id) => id.startsWith(SOURCES));
  return `assets/${isShared ? "map-library" : "[name]"}-[hash].js`;
}
