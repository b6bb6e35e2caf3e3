/** Compiles the service's catalogs into its package: messages by id, as JSON. */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { compiled } from "./catalogs.ts";

const languages = join(import.meta.dirname, "src", "languages");
const words = join(import.meta.dirname, "..", "server", "dist", "words");

mkdirSync(words, { recursive: true });
for (const name of readdirSync(languages).filter((one) => one.endsWith(".po"))) {
  const locale = name.replace(/\.po$/, "");
  const text = readFileSync(join(languages, name), "utf8");
  const messages = compiled(text, locale, (files) => files.some((file) => file.startsWith("../server/")));
  writeFileSync(join(words, `${locale}.json`), JSON.stringify(messages));
}
