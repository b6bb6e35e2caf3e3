/** The settings of an installation that is one of several, the cells of a fleet; `config.ts` has them with the others. */
import { cellName, cells } from "./settings/cell-kinds.ts";
import { databaseUrl } from "./settings/service-kinds.ts";

export const CELL_SETTINGS = {
  cell: cellName(
    "WAKELOG_CELL",
    "This installation's name, where several with one WAKELOG_JWT_SECRET are the cells of a fleet",
  ),
  cells: cells(
    "WAKELOG_CELLS",
    "The APIs of the fleet's cells, `north=https://north.example.org south=…`; who has an account there is passed on",
  ),
  cellDatabaseUrl: databaseUrl(
    "WAKELOG_CELL_DATABASE_URL",
    "For `wakelog move` alone: the PostgreSQL server of the cell to which an account moves",
  ),
};
