/** The documents as text, for the tests that hold them to the code. */
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { root, textOf } from "../source-files.ts";

/** Every document that people write, as paths from the root. `docs/api.md` is generated and has a test of its own. */
export const DOCUMENTS: readonly string[] = [
  ...markdownIn("").filter((path) => path !== "CHANGELOG.md"),
  ...markdownIn("docs").filter((path) => path !== "docs/api.md"),
  ...markdownIn("docs/adr"),
  ...readdirSync(join(root, "packages")).map((name) => `packages/${name}/README.md`),
];

function markdownIn(folder: string): readonly string[] {
  return readdirSync(join(root, folder))
    .filter((name) => name.endsWith(".md"))
    .map((name) => join(folder, name))
    .sort();
}

/** A heading's anchor as the usual Markdown hosts make it. */
function anchorOf(heading: string): string {
  return heading
    .replaceAll(/[`*]/g, "")
    .trim()
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, "")
    .replaceAll(/\s/g, "-");
}

/** The anchors of a document. */
export function anchorsOf(path: string): ReadonlySet<string> {
  const headings = withoutBlocks(textOf(path)).matchAll(/^#{1,6} (.+)$/gm);
  return new Set([...headings].map(([, heading]) => anchorOf(heading ?? "")));
}

/** A document's text without its fenced blocks. */
export function withoutBlocks(text: string): string {
  return text.replaceAll(/^ *```[\s\S]*?^ *```/gm, "");
}

/** The pages whose commands owners and operators type. */
export const OWNERS_PAGES = [
  "README.md",
  "docs/installing.md",
  "docs/aboard.md",
  "docs/connecting.md",
  "docs/deployment.md",
  "docs/keeping.md",
  "docs/operations.md",
  "docs/securing.md",
] as const;

/** A document's commands, one each: of its blocks in these languages; "" is none. */
export function commandsIn(path: string, languages?: readonly string[]): readonly string[] {
  return commandsOf(textOf(path), languages);
}

/** The same of a part of a document. */
export function commandsOf(text: string, languages: readonly string[] = ["", "sh"]): readonly string[] {
  return [...text.matchAll(/^```(\w*)\n([\s\S]*?)^```$/gm)]
    .filter(([, language = ""]) => languages.includes(language))
    .flatMap(([, , block = ""]) => block.replace(/\\\n */g, "").split("\n"))
    .filter((line) => line.trim() !== "");
}

/** What a document writes as code within its sentences and tables. */
export function codeIn(path: string): readonly string[] {
  return [...withoutBlocks(textOf(path)).matchAll(/`([^`\n]+)`/g)].map(([, code]) => code ?? "");
}

/** The part of a document below a heading, up to the next one of the same or a higher level. */
export function sectionOf(path: string, heading: string): string {
  const lines = textOf(path).split("\n");
  const start = lines.findIndex((line) => /^#+ /.test(line) && line.replace(/^#+ /, "") === heading);
  if (start < 0) throw new Error(`${path} has no section "${heading}"`);
  const level = /^#+/.exec(lines[start] ?? "")?.[0].length ?? 1;
  const end = lines.findIndex((line, i) => i > start && new RegExp(`^#{1,${level}} `).test(line));
  return lines.slice(start + 1, end < 0 ? undefined : end).join("\n");
}

/** The rows of every table in a text, without those of the headings; cells are trimmed. */
export function rowsOf(text: string): readonly (readonly string[])[] {
  const lines = text.split("\n").map((line) => line.trim());
  return lines
    .filter((line, i) => line.startsWith("|") && !isRule(line) && !isRule(lines[i + 1] ?? ""))
    .map((line) =>
      line
        .slice(1, -1)
        .split(/(?<!\\)\|/)
        .map((cell) => cell.trim()),
    );
}

function isRule(line: string): boolean {
  return /^\|[-:| ]+\|$/.test(line);
}
