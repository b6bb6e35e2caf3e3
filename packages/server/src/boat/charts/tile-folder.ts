/** Charts in image folders, `NAME/{z}/{x}/{y}.png`, as many programs write them. */
import { constants } from "node:fs";
import { lstat, open, readdir } from "node:fs/promises";
import { join } from "node:path";
import { type FoundChart, MOST_TILE_BYTES, MOST_ZOOM, tilesOf, WORLD } from "./chart.ts";

const TYPES: Readonly<Record<string, string>> = {
  png: "image/png",
  jpg: "image/jpeg",
  jpeg: "image/jpeg",
  webp: "image/webp",
};

async function numbersIn(folder: string): Promise<number[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  return entries
    .filter((entry) => entry.isDirectory() && /^\d{1,8}$/.test(entry.name))
    .map(({ name }) => Number(name))
    .sort((a, b) => a - b);
}

/**
 * Opens an image folder.
 * @throws Error if it has no images
 */
export async function openTileFolder(path: string, id: string, version: string): Promise<FoundChart> {
  const zooms = (await numbersIn(path)).filter((zoom) => zoom <= MOST_ZOOM);
  const [minzoom, maxzoom] = [zooms[0], zooms.at(-1)];
  if (minzoom === undefined || maxzoom === undefined) throw new Error("it has no folders of zoom levels");
  const ending = await endingOf(join(path, String(maxzoom)));
  const type = TYPES[ending];
  if (type === undefined) throw new Error("it has no pictures that browsers show");
  return {
    chart: {
      id,
      title: id,
      kind: "raster",
      tiles: tilesOf(id, version),
      minzoom,
      maxzoom,
      bounds: WORLD,
      attribution: null,
      layers: [],
      elsewhere: false,
    },
    async tile(zoom, x, y) {
      const bytes = await picture(path, String(zoom), String(x), `${y}.${ending}`);
      return bytes === null ? null : { type, bytes };
    },
  };
}

/** The file extension, the same for all images of a folder. */
async function endingOf(zoomFolder: string): Promise<string> {
  for (const x of (await numbersIn(zoomFolder)).slice(0, 10)) {
    for (const name of await readdir(join(zoomFolder, String(x)))) {
      const [, ending] = /^\d{1,8}\.(png|jpg|jpeg|webp)$/.exec(name) ?? [];
      if (ending !== undefined) return ending;
    }
  }
  return "";
}

/** An image's bytes; null if missing. Symbolic links are not followed, because they may lead anywhere. */
async function picture(folder: string, zoom: string, x: string, name: string): Promise<Buffer | null> {
  const isFolder = async (path: string): Promise<boolean> => {
    const known = await lstat(path).catch(() => null);
    return known?.isDirectory() ?? false;
  };
  const ofColumn = join(folder, zoom, x);
  if (!(await isFolder(join(folder, zoom))) || !(await isFolder(ofColumn))) return null;
  const ways = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
  const file = await open(join(ofColumn, name), ways).catch(() => null);
  if (file === null) return null;
  try {
    const known = await file.stat();
    return known.isFile() && known.size <= MOST_TILE_BYTES ? await file.readFile() : null;
  } finally {
    await file.close();
  }
}
