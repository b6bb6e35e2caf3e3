/**
 * Requests of those who are in another cell. They are answered here first: whoever has moved is unknown here and is refused,
 * so that the requests of all others cost nothing more. Then the signpost is read, and the request is passed on.
 */
import { CELL_HEADER, misdirected, onItsWay } from "../accounts/leaving/moved.ts";
import type { AsService, Tx } from "../db/database.ts";
import { sql } from "../db/sql.ts";
import type { EngineInput, HttpOutput } from "../engine/engine.ts";
import type { Caller } from "../engine/handlers.ts";
import type { Elsewhere } from "../http/passing-on.ts";
import { refusal } from "../http/socket-answer.ts";
import { reached } from "../time/reached.ts";
import { ALIKE_MS, isAlike, isForAlike } from "./alike.ts";
import { PASSED_ON, passing } from "./passed-on.ts";

/** What this cell knows of the fleet. */
export interface Fleet {
  /** This cell's name. */
  readonly own: string;
  /** The APIs of the cells by name. */
  readonly cells: ReadonlyMap<string, string>;
  readonly secret: string;
  readonly service: AsService;
}

/** Writes that change nothing, without saying so, if the row moved while they waited for it; they may be done twice. */
function isRepeatable({ method, path }: EngineInput): boolean {
  return ["PATCH", "PUT", "DELETE"].includes(method) || path.startsWith("/rpc/update_");
}

export function elsewhere({ own, cells, secret, service }: Fleet): Elsewhere {
  const { read, write } = passing(secret);
  const hasOthers = [...cells.keys()].some((name) => name !== own);
  return {
    callerOf: async (headers) => (await read(headers[PASSED_ON]))?.address ?? null,
    async insteadOf(input, output, came) {
      const { headers, address = "", caller } = input;
      const by = (await read(headers[PASSED_ON]))?.by ?? [];
      // Whoever passed a request on waits, so that there is one time for all answers.
      const notBefore = hasOthers && by.length === 0 && isForAlike(input) ? came + ALIKE_MS : 0;
      if (isAlike(input, output)) await reached(notBefore);
      if (output.status < 400 && !isRepeatable(input)) return null;
      const who = (await caller?.catch(() => null)) ?? null;
      const found =
        cellNamedIn(output) ?? (who === null ? null : await service((tx) => placeOf(tx, who, own)));
      if (found === null || found === own) return null;
      if (found === ARRIVING) return isOfNobody(output) ? refusal(onItsWay()) : null;
      const url = cells.get(found);
      if (url === undefined || by.includes(own)) return refusal(misdirected(found));
      return {
        name: found,
        url,
        headers: { [PASSED_ON]: await write({ address, by: [...by, own] }) },
        notBefore,
      };
    },
  };
}

function cellNamedIn({ headers }: HttpOutput): string | null {
  return headers.find(([name]) => name === CELL_HEADER)?.[1] ?? null;
}

/** Whether an answer refuses its sender as unknown or locked, as `app.check_request` words it. */
function isOfNobody({ status, body }: HttpOutput): boolean {
  return (
    (status === 400 || status === 402) &&
    /"message":"(?:Invalid vessel|Invalid user|account disabled)"/.test(String(body))
  );
}

/** In place of a cell's name, which has no space. */
const ARRIVING = "on its way";

/**
 * Where a caller is who is not here; null if here, or nowhere. Somebody who has just arrived may have been refused before
 * that: for a moment they are still on their way.
 */
async function placeOf(tx: Tx, { claims: { uid, vid, cell } }: Caller, own: string): Promise<string | null> {
  const [account, vessel] = [uid, vid].map((id) => (typeof id === "string" ? id : null));
  if ((account ?? vessel ?? null) === null) return null;
  const [row] = await tx.query(sql`
    select (select m.cell from app.moved m where m.id = ${account ?? null} or m.id = ${vessel ?? null} limit 1) as cell,
      exists (select from app.arriving r
        where coalesce(r.opened_at > now() - interval '10 seconds', true) and (r.account_id = ${account ?? null}
        or exists (select from app.memberships m where m.account_id = r.account_id and m.vessel_id = ${vessel ?? null}))
      ) as arriving,
      exists (select from app.accounts a where a.account_id = ${account ?? null})
        or exists (select from app.vessels v where v.vessel_id = ${vessel ?? null}) as here`);
  if (row?.arriving === true) return ARRIVING;
  if (typeof row?.cell === "string") return row.cell;
  return row?.here !== true && typeof cell === "string" && cell !== own ? cell : null;
}
