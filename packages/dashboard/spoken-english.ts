import type { Plugin } from "vite";

/** Catalogs are compiled to this: the messages by their ids. */
const COMPILED = /JSON\.parse\((".*")\)/s;
/** Ids that Lingui makes of a message; those of the service's sentences are the sentences themselves. */
const MADE_ID = /^[\w+/-]{6}$/;

/** Leaves the service's own sentences out of the English catalog: they are shown as the service said them. */
export function spokenEnglish(): Plugin {
  return {
    name: "wakelog-spoken-english",
    transform(code, id) {
      if (!id.endsWith("/languages/en.po")) return null;
      const compiled = COMPILED.exec(code)?.[1];
      if (compiled === undefined) throw new Error("the English catalog is not compiled as it was");
      const text: unknown = JSON.parse(compiled);
      const messages: unknown = JSON.parse(String(text));
      const kept = Object.entries(messages ?? {}).filter(([key]) => MADE_ID.test(key));
      if (kept.length < 100) throw new Error("the English catalog has lost its messages");
      return {
        code: code.replace(
          COMPILED,
          () => `JSON.parse(${JSON.stringify(JSON.stringify(Object.fromEntries(kept)))})`,
        ),
        map: null,
      };
    },
  };
}
