/**
 * The operator's charts for the dashboard: the list at `/charts.json` and tiles at `/charts/ID/Z/X/Y`. Like the
 * dashboard itself, they need no token.
 */
import type { HttpOutput } from "@wakelog/data-api/engine/engine.ts";
import { NOTHING_THERE } from "@wakelog/data-api/http/plain-server.ts";
import type { Charts } from "@wakelog/data-api/http/web-server.ts";
import type { Observe } from "@wakelog/kit/observe.ts";
import type { FoundChart, Tile } from "./chart.ts";
import { chartFolder } from "./chart-folder.ts";

const TILE = /^\/charts\/([^/]{1,400})\/(\d{1,2})\/(\d{1,8})\/(\d{1,8})$/;
/** Safe to cache: a tile's address changes with its chart. */
const DAY = "private, max-age=86400";

/** Serves the charts of a folder. */
export function charts(folder: string, observe: Observe): Charts {
  const { list } = chartFolder(folder, observe);
  /** Charts already reported as damaged. */
  const reported = new Set<string>();
  const read = async ({ chart, tile }: FoundChart, z: number, x: number, y: number): Promise<Tile | null> => {
    try {
      return (await tile?.(z, x, y)) ?? null;
    } catch (cause) {
      if (!reported.has(chart.tiles)) observe({ kind: "fault", where: `the chart ${chart.id}`, cause });
      reported.add(chart.tiles);
      return null;
    }
  };
  return {
    async answer(path) {
      if (path === "/charts.json") {
        const found = (await list()).map(({ chart }) => chart);
        return {
          status: 200,
          headers: [["Content-Type", "application/json; charset=utf-8"]],
          body: JSON.stringify(found),
        };
      }
      if (!path.startsWith("/charts/")) return null;
      const [, id = "", zoom, x, y] = TILE.exec(path) ?? [];
      const name = decodeURIComponent(id);
      const found = (await list()).find(({ chart }) => chart.id === name);
      if (found?.tile == null) return NOTHING_THERE;
      const [z, column, row] = [Number(zoom), Number(x), Number(y)];
      const { minzoom, maxzoom } = found.chart;
      if (z < minzoom || z > maxzoom || column >= 2 ** z || row >= 2 ** z) return NO_TILE;
      const tile = await read(found, z, column, row);
      if (tile === null) return NO_TILE;
      return {
        status: 200,
        headers: [
          ["Content-Type", tile.type],
          ["Cache-Control", DAY],
        ],
        body: tile.bytes,
      };
    },
    async origins() {
      const elsewhere = (await list()).filter(({ chart }) => chart.elsewhere);
      return [...new Set(elsewhere.map(({ chart }) => new URL(chart.tiles.replace(/[{}]/g, "")).origin))];
    },
  };
}

/** A missing tile is empty, not an error. */
const NO_TILE: HttpOutput = { status: 204, headers: [["Cache-Control", DAY]], body: null };
