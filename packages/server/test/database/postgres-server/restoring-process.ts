/** A restore in a separate process, to be killed: `restoring-process.ts FILE DATA_DIR`. */
import { restoreBackup } from "../../../src/service/backups/restore.ts";

const [file = "", dataDir = ""] = process.argv.slice(2);
await restoreBackup(file, { dataDir, postgresBin: null });
