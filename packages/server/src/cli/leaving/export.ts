/** `wakelog export`: a whole account in an open format. */
import { exportAccount } from "../../service/account-file/export-account.ts";
import type { Command } from "../command.ts";
import { atInstallation } from "../operator.ts";
import { writtenFile } from "./written-file.ts";

export const exportCommand: Command = {
  name: "export",
  usage: "EMAIL FILE",
  sentence:
    "Write one account whole into a zip file of NDJSON and GPX, for leaving or for another installation to import.",
  words: [2, 2],
  takesSettings: true,
  async run({ words: [email = "", file = ""], settings }) {
    const path = writtenFile(file, "you.zip");
    const { vessels, rows, logs } = await atInstallation(settings, (installation) =>
      exportAccount(installation, email, path),
    );
    console.log(
      `${file}: ${email}, ${vessels} ${vessels === 1 ? "vessel" : "vessels"}, ${rows} rows, ${logs} logs`,
    );
  },
};
