/** `wakelog docs`: writes the API's page and its TypeScript types. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ignoreAll } from "@wakelog/kit/observe.ts";
import { openDatabase } from "../../service/installation.ts";
import { readConfig } from "../../settings/config.ts";
import type { Command } from "../command.ts";
import { describeApi } from "./api-description.ts";
import { apiDocs } from "./api-docs.ts";
import { apiTypes } from "./api-types.ts";

export const docsCommand: Command = {
  name: "docs",
  usage: "[FOLDER]",
  sentence: "Write what the API offers into FOLDER: api.md for people, api-types.ts for programs.",
  words: [0, 1],
  takesSettings: true,
  async run({ words, settings }) {
    const folder = words[0] ?? ".";
    const installation = await openDatabase(readConfig(process.env, settings), ignoreAll, { shared: true });
    try {
      const description = await describeApi(installation.owner, installation.requests);
      mkdirSync(folder, { recursive: true });
      writeFileSync(join(folder, "api.md"), apiDocs(description));
      writeFileSync(join(folder, "api-types.ts"), apiTypes(description));
      console.log(`wrote ${join(folder, "api.md")} and ${join(folder, "api-types.ts")}`);
    } finally {
      await installation.close();
    }
  },
};
