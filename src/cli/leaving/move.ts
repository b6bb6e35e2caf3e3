/** `wakelog move`: an account and its vessel, ids kept, to another cell. */
import { connectPostgres } from "../../db/postgres.ts";
import { moveAccount, undoMove } from "../../relocation/moving/move.ts";
import type { Command } from "../command.ts";
import { atInstallation } from "../operator.ts";

export const moveCommand: Command = {
  name: "move",
  usage: "EMAIL CELL",
  sentence:
    "Move an account and its boats, ids kept, from this cell to another, whose database WAKELOG_CELL_DATABASE_URL names; nothing posted meanwhile is lost. Run it again if it was interrupted.",
  words: [2, 2],
  flags: [{ name: "--undo", value: null, sentence: "delete there what an interrupted move has brought" }],
  takesSettings: true,
  async run({ words: [email = "", cell = ""], flags, settings }) {
    await atInstallation(settings, async ({ owner }, config) => {
      const { cellDatabaseUrl: url, cells } = config;
      if (url === null)
        throw new Error(`WAKELOG_CELL_DATABASE_URL must be the address of the database of the cell ${cell}`);
      if (!cells.has(cell))
        throw new Error(
          `WAKELOG_CELLS has no address for the cell ${cell}, so nothing could be passed on to it`,
        );
      const to = connectPostgres({ url, applicationName: "wakelog move", max: 2 });
      try {
        if (flags.has("--undo")) {
          await undoMove({ from: owner, to, cell }, email);
          console.log(`${email}: stays here; nothing of it is left in ${cell}`);
        } else {
          const { vessels, rows } = await moveAccount({ from: owner, to, cell }, email);
          console.log(
            `${email}: in ${cell} now, with ${vessels} ${vessels === 1 ? "vessel" : "vessels"}; ${rows} rows were sent ahead`,
          );
        }
      } finally {
        await to.close();
      }
    });
  },
};
