/** `wakelog export`: one account whole, in an open form. */
import { resolve } from "node:path";
import { exportAccount } from "../../relocation/leaving.ts";
import type { Command } from "../command.ts";
import { atInstallation } from "../operator.ts";

export const exportCommand: Command = {
  name: "export",
  usage: "EMAIL FILE",
  sentence:
    "Write one account whole into a zip file of NDJSON and GPX, for leaving or for another installation to import.",
  words: [2, 2],
  takesSettings: true,
  async run({ words: [email = "", file = ""], settings }) {
    const { vessels, rows, logs } = await atInstallation(settings, (installation) =>
      exportAccount(installation, email, resolve(file)),
    );
    console.log(
      `${file}: ${email}, ${vessels} ${vessels === 1 ? "vessel" : "vessels"}, ${rows} rows, ${logs} logs`,
    );
  },
};
