/** Mails requested one-time codes. */
import type { Tx } from "@wakelog/data-api/db/database.ts";
import { sql } from "@wakelog/data-api/db/sql.ts";
import type { Event } from "../../database/jobs/queue.ts";
import { type Notifier, notify } from "./notify.ts";
import type { FactsByKind, MessageKind } from "./words/facts.ts";

export interface CodeNotifier extends Notifier {
  /** Creates a code to mail to an account; returns null if none may be mailed now. */
  readonly mailedCode: (tx: Tx, accountId: string, purpose: Purpose) => Promise<string | null>;
  /** How long a mailed code is valid, minutes. */
  readonly codeMinutes: number;
}

type Purpose = "email" | "reset" | "messenger";

const PURPOSES = {
  email_otp: "email",
  email_reset: "reset",
  messenger_otp: "messenger",
} as const satisfies Partial<Record<MessageKind, Purpose>>;
type CodeKind = keyof typeof PURPOSES;

/** Mails a code, for the newest request only. */
export async function mailCode(notifier: CodeNotifier, event: Event, tx: Tx, kind: CodeKind): Promise<void> {
  if (await hasNewer(tx, event)) return;
  const purpose = PURPOSES[kind];
  const code = (await issuedCode(tx, event)) ?? (await notifier.mailedCode(tx, event.refId, purpose));
  if (code === null) return;
  const isFirst = !(await wasMailed(tx, event.refId));
  await notify(
    tx,
    notifier,
    event,
    { account: event.refId },
    {
      kind,
      compose: ({ figures }) => {
        const valid = figures.lengthOfTime(notifier.codeMinutes * 60);
        const facts: FactsByKind[CodeKind] = { code, isFirst, valid, accountId: event.refId };
        return { facts, type: `code.${purpose}`, data: {} };
      },
    },
  );
}

/** The code that the request was answered with, if it was: {"code": "12345678"} in the event's facts. Removes it. */
async function issuedCode(tx: Tx, { id }: Event): Promise<string | null> {
  const [row] = await tx.query(sql`
    update app.events e set facts = null
    from (select id, facts ->> 'code' as code from app.events where id = ${id}::int) before
    where e.id = before.id and before.code is not null
    returning before.code`);
  return row === undefined ? null : String(row.code);
}

/** Whether the account has been sent mail before. */
async function wasMailed(tx: Tx, accountId: string): Promise<boolean> {
  const rows = await tx.query(sql`
    select 1 from app.deliveries where account_id = ${accountId} and channel = 'email' limit 1`);
  return rows.length > 0;
}

/** A later code replaces an earlier one, so only the newest pending request gets a mail. */
async function hasNewer(tx: Tx, event: Event): Promise<boolean> {
  const rows = await tx.query(sql`
    select 1 from app.events
    where channel = ${event.channel} and ref_id = ${event.refId} and id > ${event.id}::int and processed is null and not dead
    limit 1`);
  return rows.length > 0;
}
