/** The regular expressions of the sources: literals, and those that modules build from text. */
import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { parseSync } from "@babel/core";
import { isRecord } from "@wakelog/kit/json/json.ts";
import { vi } from "vitest";
import { root, textOf } from "../../../checks/source-files.ts";

/** An expression and its place, as `file:line`. */
export interface FoundExpression {
  readonly place: string;
  readonly expression: RegExp;
}

/** Every literal below these folders, and every expression built when a module is loaded. */
export async function expressionsBelow(folders: readonly string[]): Promise<readonly FoundExpression[]> {
  const found: FoundExpression[] = [];
  for (const file of folders.flatMap(programsBelow)) {
    const { literals, made } = expressionsIn(file);
    found.push(...literals);
    if (made > 0) found.push(...(await madeBy(file, made)));
  }
  return found;
}

function programsBelow(folder: string): readonly string[] {
  return readdirSync(join(root, folder)).flatMap((name) => {
    const path = join(folder, name);
    if (statSync(join(root, path)).isDirectory()) return programsBelow(path);
    return /\.(ts|tsx|mjs)$/.test(name) ? [path] : [];
  });
}

/** The literals of a file, and its number of `RegExp` calls. */
function expressionsIn(file: string): {
  readonly literals: readonly FoundExpression[];
  readonly made: number;
} {
  const plugins = ["typescript" as const, ...(file.endsWith("x") ? ["jsx" as const] : [])];
  const tree = parseSync(textOf(file), {
    filename: file,
    configFile: false,
    babelrc: false,
    parserOpts: { plugins, tokens: true },
  });
  const tokens: readonly unknown[] = tree?.tokens ?? [];
  const literals = tokens.flatMap((token) => {
    const { value, loc } = isRecord(token) ? token : {};
    if (!isRecord(value) || typeof value.pattern !== "string") return [];
    const line = isRecord(loc) && isRecord(loc.start) ? loc.start.line : "?";
    return [{ place: `${file}:${line}`, expression: new RegExp(value.pattern, String(value.flags)) }];
  });
  const calls = tokens.filter((token, at) => {
    const next = tokens[at + 1];
    return wordOf(token) === "RegExp" && isRecord(next) && isRecord(next.type) && next.type.label === "(";
  });
  return { literals, made: calls.length };
}

function wordOf(token: unknown): unknown {
  return isRecord(token) ? token.value : undefined;
}

/** The expressions a module builds while loading. @throws Error if it builds fewer than it has places for */
async function madeBy(file: string, places: number): Promise<readonly FoundExpression[]> {
  const found: FoundExpression[] = [];
  const Plain = globalThis.RegExp;
  vi.resetModules();
  globalThis.RegExp = new Proxy(Plain, {
    construct(_target, [pattern, flags]: (string | undefined)[]) {
      const expression = new Plain(pattern ?? "", flags);
      if (new Error().stack?.includes(file) === true) found.push({ place: file, expression });
      return expression;
    },
  });
  try {
    await import(join(root, file));
  } finally {
    globalThis.RegExp = Plain;
  }
  if (found.length < places) throw new Error(`${file}: make regular expressions when the module is loaded`);
  return found;
}
