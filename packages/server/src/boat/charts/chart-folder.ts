/** The chart folder, read on request so that new files appear at once. */
import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import type { Observe } from "@wakelog/kit/observe.ts";
import { openArchive } from "./archive.ts";
import type { FoundChart } from "./chart.ts";
import { readOnlineChart } from "./online-chart.ts";
import { openTileFolder } from "./tile-folder.ts";

/** Names that are safe in URLs and on screen; hidden files are excluded. */
const NAME = /^[\p{L}\p{N}_][\p{L}\p{N}_ .,()-]{0,99}$/u;
const MOST_CHARTS = 100;
/** Minimum interval between reads of the folder. */
const FRESH_MS = 5000;

/** The charts of a folder. */
export interface ChartFolder {
  /** The charts by name, at most a few seconds old. */
  list(): Promise<readonly FoundChart[]>;
}

/** A chart or its error, cached until its file changes. */
interface Known {
  readonly version: string;
  readonly found: FoundChart | null;
}

/** Reads a chart folder, which need not exist. Unreadable charts are reported once and skipped. */
export function chartFolder(path: string, observe: Observe): ChartFolder {
  let known = new Map<string, Known>();
  let seen: readonly FoundChart[] = [];
  let looking: Promise<readonly FoundChart[]> | null = null;
  let freshUntil = 0;

  const look = async (): Promise<readonly FoundChart[]> => {
    const next = new Map<string, Known>();
    const entries = await readdir(path, { withFileTypes: true }).catch(() => []);
    // Symbolic links may lead out of the folder.
    const charts = entries.filter(
      (entry) => NAME.test(entry.name) && (entry.isFile() || entry.isDirectory()),
    );
    charts.sort((a, b) => (a.name < b.name ? -1 : 1));
    for (const entry of charts.slice(0, MOST_CHARTS)) {
      const { name } = entry;
      const open = opener(name, entry.isDirectory());
      if (open === null) continue;
      const file = join(path, name);
      const about = await stat(file).catch(() => null);
      if (about === null) continue;
      const version = `${about.size.toString(36)}-${Math.round(about.mtimeMs).toString(36)}`;
      const before = known.get(name);
      if (before?.version === version) next.set(name, before);
      else {
        const found = await open(file, name, version).catch((cause: unknown) => {
          const reason = cause instanceof Error ? cause.message : String(cause);
          observe({ kind: "notice", what: "charts", text: `${name} cannot be shown: ${reason}` });
          return null;
        });
        next.set(name, { version, found });
      }
    }
    known = next;
    seen = [...next.values()].flatMap(({ found }) => found ?? []);
    freshUntil = performance.now() + FRESH_MS;
    return seen;
  };

  return {
    list() {
      if (looking === null && performance.now() < freshUntil) return Promise.resolve(seen);
      looking ??= look().finally(() => {
        looking = null;
      });
      return looking;
    },
  };
}

function opener(
  name: string,
  isFolder: boolean,
): ((path: string, id: string, version: string) => Promise<FoundChart>) | null {
  if (isFolder) return openTileFolder;
  if (name.endsWith(".pmtiles")) return openArchive;
  return name.endsWith(".json") ? readOnlineChart : null;
}
