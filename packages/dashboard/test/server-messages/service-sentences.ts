/**
 * Extracts the service's error messages from its TypeScript and SQL sources. Values known only at run time become a
 * 7.
 */
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { type NodePath, parseSync, types as t, traverse } from "@babel/core";
import { filesBelow, foldersBelow, root, SERVER_SOURCES, textOf } from "../../../../checks/source-files.ts";

/** A sentence and its file. */
export interface Sentence {
  readonly file: string;
  readonly text: string;
}

const VALUE = "7";

/** Errors whose first argument users see. */
const TOLD = /^(Fault|UnreadableFile|TruncatedFile|UndeliverableError)$/;
/** Files where users see every error's message: delivery failures. */
const DELIVERING = /^packages\/server\/src\/people\/notifications\/(channels|outbox)\//;

/** Files where a text is a boundary's reason; functions of the reasons folder are called instead. */
const REASONING = /^packages\/server\/src\/boat\/voyages\/(edits|detector)\/(?!intervals\/reasons)/;

/** The possible texts of an expression; none if only a run would tell. */
function textsOf(node: t.Node | null | undefined, path: NodePath): readonly string[] {
  if (t.isStringLiteral(node)) return [node.value];
  if (t.isConditionalExpression(node)) {
    return [...textsOf(node.consequent, path), ...textsOf(node.alternate, path)];
  }
  if (t.isLogicalExpression(node)) return [...textsOf(node.left, path), ...textsOf(node.right, path)];
  if (t.isBinaryExpression(node)) {
    return textsOf(node.left, path).flatMap((left) => textsOf(node.right, path).map((right) => left + right));
  }
  if (t.isTemplateLiteral(node)) {
    return node.quasis.reduce<readonly string[]>(
      (before, { value }, at) => {
        const values = at === 0 ? [""] : textsOf(node.expressions[at - 1], path);
        const filled = values.length === 0 ? [VALUE] : values;
        return before.flatMap((text) => filled.map((inside) => text + inside + (value.cooked ?? "")));
      },
      [""],
    );
  }
  if (t.isObjectExpression(node)) {
    return node.properties.flatMap((one) => (t.isObjectProperty(one) ? textsOf(one.value, path) : []));
  }
  if (t.isMemberExpression(node)) return node.computed ? textsOf(node.object, path) : [];
  if (t.isIdentifier(node)) {
    const declared = path.scope.getBinding(node.name)?.path.node;
    return t.isVariableDeclarator(declared) ? textsOf(declared.init, path) : [];
  }
  return [];
}

/** The parts of an error that users see. */
function partsOf(node: t.Node | null | undefined, path: NodePath): readonly string[] {
  if (!t.isObjectExpression(node)) return [];
  return node.properties.flatMap((one) =>
    t.isObjectProperty(one) && t.isIdentifier(one.key) && /^(message|hint|details)$/.test(one.key.name)
      ? textsOf(one.value, path)
      : [],
  );
}

/** The messages of a TypeScript file. */
function saidIn(file: string): readonly string[] {
  const tree = parseSync(textOf(file), {
    filename: file,
    babelrc: false,
    configFile: false,
    parserOpts: { plugins: ["typescript"] },
  });
  if (tree === null) throw new Error(`${file} cannot be read`);
  const found: string[] = [];
  traverse(tree, {
    CallExpression(path) {
      const { callee, arguments: given } = path.node;
      if (t.isIdentifier(callee) && /^(because|by)$/.test(callee.name)) {
        found.push(...textsOf(given[1], path));
      } else if (t.isIdentifier(callee, { name: "raise" })) {
        found.push(...textsOf(given[1], path), ...partsOf(given[2], path));
      } else if (t.isIdentifier(callee, { name: "notAllowed" })) {
        found.push(...textsOf(given[1], path), ...textsOf(given[2], path));
      } else if (t.isMemberExpression(callee) && t.isIdentifier(callee.property, { name: "skip" })) {
        found.push(...textsOf(given[0], path));
      } else if (
        t.isMemberExpression(callee) &&
        t.isMemberExpression(callee.object) &&
        t.isIdentifier(callee.object.property, { name: "notes" })
      ) {
        found.push(...textsOf(given[0], path));
      }
    },
    ObjectProperty(path) {
      const isText = t.isIdentifier(path.node.key, { name: "text" }) && REASONING.test(file);
      if (isText) found.push(...textsOf(path.node.value, path));
    },
    NewExpression(path) {
      const { callee, arguments: given } = path.node;
      if (!t.isIdentifier(callee)) return;
      if (callee.name === "ApiError") found.push(...partsOf(given[0], path));
      const told = TOLD.test(callee.name) || (callee.name === "Error" && DELIVERING.test(file));
      if (told) found.push(...textsOf(given[0], path));
    },
  });
  return found;
}

/** A quick test whether a file is worth parsing. */
const SPEAKS =
  /\btext: |\b(because|by|raise|notAllowed|skip|push)\(|\bnew (ApiError|Fault|\w*File|UndeliverableError|Error)\(/;

/** The messages of TypeScript files, with exclusions. */
export function sentencesOfTypeScript(leftOut: (file: string) => boolean): readonly Sentence[] {
  return SERVER_SOURCES.flatMap(filesBelow)
    .filter((file) => !leftOut(file) && SPEAKS.test(textOf(file)))
    .flatMap((file) => saidIn(file).map((text) => ({ file, text })));
}

function unquoted(literal: string): string {
  return literal.slice(1, -1).replaceAll("''", "'");
}

const LITERAL = "'(?:[^']|'')*'";

/** The messages of database functions: raised errors and other sentence-like texts. */
export function sentencesOfSql(): readonly Sentence[] {
  const folders = foldersBelow("packages/server/sql/code").map((folder) =>
    join("packages/server/sql/code", folder),
  );
  const files = folders.flatMap((folder) =>
    readdirSync(join(root, folder)).map((name) => join(folder, name)),
  );
  return files
    .filter((file) => file.endsWith(".sql"))
    .flatMap((file) => {
      const code = textOf(file)
        .replace(/--.*$/gm, "")
        .replace(/\$json\$[\s\S]*?\$json\$/g, "")
        .replace(new RegExp(`comment on [^;']*(?:${LITERAL}[^;']*)+;`, "g"), "")
        .replace(/'\s*\n\s*(?:\|\|\s*)?'/g, "");
      const raised = code.matchAll(new RegExp(`(?:raise exception|hint =|message =)\\s*(${LITERAL})`, "g"));
      const literals = [...code.matchAll(new RegExp(LITERAL, "g"))].map(([literal]) => unquoted(literal));
      const sentences = literals.filter(
        (text) => /^(%s|[A-Z][a-z]*) .*[a-z][.]?$/.test(text) && text.split(" ").length > 3,
      );
      return [...new Set([...[...raised].map(([, literal = ""]) => unquoted(literal)), ...sentences])].map(
        (text) => ({
          file,
          text: text.replace(/%s|%/g, VALUE),
        }),
      );
    });
}

/** The requirement of each kind of preference, as the end of a sentence. */
export function kindsOfPreferences(): readonly string[] {
  const code = ["15_telling_preferences", "20_preferences"].map((name) =>
    textOf(`packages/server/sql/code/30_accounts/${name}.sql`),
  );
  const inWords = code.flatMap((text) => /kind_in_words[\s\S]*?\$\$([\s\S]*?)\$\$/.exec(text)?.[1] ?? []);
  return inWords.flatMap((text) =>
    [...text.matchAll(new RegExp(`then (?:format\\()?(${LITERAL})`, "g"))].map(([, literal = ""]) =>
      unquoted(literal).replaceAll("%s", VALUE),
    ),
  );
}

/** The sentence of each table constraint, by name. */
export function sentencesOfRules(): ReadonlyMap<string, string> {
  const text = textOf("packages/server/sql/code/95_closing/10_rules_in_words.sql");
  const found = text.matchAll(new RegExp(`comment on (?:constraint|index) (\\S+)[^;']*?(${LITERAL})`, "g"));
  return new Map(
    [...found].map(([, name = "", literal = ""]) => [name.replace(/^.*\./, ""), unquoted(literal)]),
  );
}

/** Badges and how they are earned. */
export function sentencesOfBadges(): readonly string[] {
  const tables = readdirSync(join(root, "packages/server/sql/tables")).map((name) =>
    textOf(join("packages/server/sql/tables", name)),
  );
  return tables
    .flatMap((text) =>
      [...text.matchAll(/insert into app\.badges values([^;]*);/g)].map(([, rows = ""]) => rows),
    )
    .flatMap((rows) =>
      [...rows.matchAll(/\('([^']*)', \d+, '[^']*', \d+, '([^']*)'\)/g)].flatMap(([, name = "", by = ""]) => [
        name,
        by.replace("%s", VALUE),
      ]),
    );
}
