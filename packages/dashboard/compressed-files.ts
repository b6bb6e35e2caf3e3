import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants } from "node:zlib";
import type { Plugin } from "vite";

const TEXT = /\.(css|html|js|json|svg|webmanifest)$/;
/** Shorter files fit into a packet or two uncompressed. */
const WORTH_IT = 1024;

/** The maximum takes twice as long to save another 2 %. */
const QUALITY = 10;

const compress = promisify(brotliCompress);

/** Precompresses text files at the highest practical quality: too slow to do on request. */
export function compressedFiles(): Plugin {
  let folder = "";
  return {
    name: "wakelog-compressed-files",
    apply: "build",
    enforce: "post",
    configResolved({ root, build }) {
      folder = join(root, build.outDir);
    },
    async closeBundle() {
      const found = await readdir(folder, { recursive: true });
      await Promise.all(
        found
          .filter((name) => TEXT.test(name))
          .map(async (name) => {
            const bytes = await readFile(join(folder, name));
            if (bytes.length <= WORTH_IT) return;
            const params = {
              [constants.BROTLI_PARAM_QUALITY]: QUALITY,
              [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
            };
            await writeFile(join(folder, `${name}.br`), await compress(bytes, { params }));
          }),
      );
    },
  };
}
