import { transformAsync } from "@babel/core";
import { getConfig } from "@lingui/conf";
import type { Plugin } from "vite";

const linguiConfig = getConfig({ cwd: import.meta.dirname });

/** Compiles Lingui macros; skips files without them. */
export function linguiMacros(): Plugin {
  return {
    name: "wakelog-lingui-macros",
    enforce: "pre",
    async transform(code, id) {
      const file = id.split("?")[0] ?? id;
      if (!/\.tsx?$/.test(file) || !/from "@lingui\/(core|react)\/macro"/.test(code)) return null;
      const result = await transformAsync(code, {
        filename: file,
        babelrc: false,
        configFile: false,
        sourceMaps: true,
        parserOpts: { plugins: ["typescript", ...(file.endsWith("x") ? (["jsx"] as const) : [])] },
        plugins: [["@lingui/babel-plugin-lingui-macro", { linguiConfig }]],
      });
      return { code: result?.code ?? code, map: result?.map ?? null };
    },
  };
}
