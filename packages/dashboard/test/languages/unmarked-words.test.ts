/** All visible text is in the catalogs: hard-coded text would stay English. */
import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { type NodePath, parseSync, traverse } from "@babel/core";
import { expect, test } from "vitest";

const SOURCES = resolve(import.meta.dirname, "../../src");
/** Folders with visible text; other folders have names for programs. */
const FOLDERS = ["app", "measurements", "pages", "ui", "units"] as const;
/** Untranslated names. */
const NAMES: ReadonlySet<string> = new Set(["Wakelog", "Escape"]);

/** Whether a text is visible: several words, or a capitalised one. */
function isForPeople(text: string): boolean {
  return (
    (/[a-z]+ [a-z]+/.test(text) || /^[A-Z][a-z]+$/.test(text)) && !text.includes("--") && !NAMES.has(text)
  );
}

/** Whether a macro marks the text, or a program reads it: selector, class, command or module. */
function isSpokenFor(path: NodePath): boolean {
  return (
    path.findParent(
      (at) =>
        at.isTaggedTemplateExpression() ||
        at.isImportDeclaration() ||
        at.isTSLiteralType() ||
        (at.isCallExpression() &&
          /(^(msg|t|plural)|\.querySelector(<\w+>)?)$/.test(at.get("callee").toString())) ||
        (at.isJSXElement() &&
          /^(Plural|Trans|code)$/.test(at.get("openingElement").get("name").toString())) ||
        (at.isJSXAttribute() && /^(className|d|rel)$/.test(at.get("name").toString())),
    ) !== null ||
    (path.parentPath?.isObjectProperty() === true && path.key === "key")
  );
}

function unmarkedIn(file: string): readonly string[] {
  const tree = parseSync(readFileSync(file, "utf8"), {
    filename: file,
    babelrc: false,
    configFile: false,
    parserOpts: { plugins: ["typescript", ...(file.endsWith("x") ? (["jsx"] as const) : [])] },
  });
  const found: string[] = [];
  const look = (path: NodePath, text: string): void => {
    if (isForPeople(text) && !isSpokenFor(path)) found.push(`${file.slice(SOURCES.length + 1)}: ${text}`);
  };
  if (tree === null) throw new Error(`${file} has no code`);
  traverse(tree, {
    StringLiteral: (path) => look(path, path.node.value),
    JSXText: (path) => look(path, path.node.value.trim()),
    TemplateLiteral: (path) => look(path, path.node.quasis.map(({ value }) => value.raw).join("…")),
  });
  return found;
}

test("every word of the pages can be translated", () => {
  const files = FOLDERS.flatMap((folder) =>
    readdirSync(join(SOURCES, folder), { recursive: true, encoding: "utf8" })
      .filter((name) => /\.tsx?$/.test(name))
      .map((name) => join(SOURCES, folder, name)),
  );
  expect(files.length).toBeGreaterThan(100);
  expect(files.flatMap(unmarkedIn)).toEqual([]);
});
