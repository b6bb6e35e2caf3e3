/** Messages held for a digest: in quiet hours, and when there are too many. */

import type { AsService, Tx } from "@wakelog/data-api/db/database.ts";
import { sql } from "@wakelog/data-api/db/sql.ts";
import type { Observe } from "@wakelog/kit/observe.ts";
import { z } from "zod";
import { render } from "../messages/message.ts";
import { speechFor } from "../messages/reading.ts";
import { AT_ONCE, recipients, store } from "../notify.ts";
import type { PersonalChannel } from "../wishes.ts";

/** Messages listed in a digest; further ones are only counted. */
const MOST_LINES = 100;

interface HoldingOptions {
  readonly service: AsService;
  readonly webUrl: string;
  readonly observe: Observe;
}

/** Holds due messages of users in quiet hours, except emergencies. */
export async function holdForQuiet(tx: Tx, channel: PersonalChannel): Promise<void> {
  await tx.run(sql`
    update app.deliveries d set held = 'quiet'
    from app.accounts a
    where a.account_id = d.account_id and d.channel = ${channel} and d.sent is null and not d.dead and d.due <= now()
      and d.held is null and d.severity is distinct from 'emergency'
      and d.kind <> all (${[...AT_ONCE]}) and app.is_quiet(a.preferences, now())`);
}

/** An address with held messages that may be sent now. */
const groupRow = z.object({ account_id: z.string(), recipient: z.string() });

/**
 * Writes a digest of the held messages for each address whose hold is over. One that fails does not stop the others.
 */
export async function gatherDigests(deps: HoldingOptions, channel: PersonalChannel): Promise<void> {
  const groups = await deps.service((tx) =>
    tx.query(sql`
      select d.account_id, d.recipient
      from app.deliveries d join app.accounts a using (account_id)
      where d.channel = ${channel} and d.held is not null and d.digest_id is null and d.sent is null and not d.dead
        and (d.held = 'quiet' or d.due <= now()) and not app.is_quiet(a.preferences, now())
      group by d.account_id, d.recipient`),
  );
  for (const group of groups.map((row) => groupRow.parse(row))) {
    try {
      await deps.service((tx) => gather(deps, tx, channel, group));
    } catch (cause) {
      deps.observe({ kind: "fault", where: `digest: ${channel}`, cause });
    }
  }
}

const heldRow = z.object({
  id: z.string(),
  held: z.enum(["quiet", "flood"]),
  stored: z.string(),
  subject: z.string(),
  summary: z.string(),
  structured: z.json().nullable(),
});

async function gather(
  { webUrl }: HoldingOptions,
  tx: Tx,
  channel: PersonalChannel,
  { account_id: account, recipient: address }: z.infer<typeof groupRow>,
): Promise<void> {
  const rows = await tx.query(sql`
    select id::text as id, held, app.instant_text(stored) as stored, subject, summary, structured
    from app.deliveries
    where account_id = ${account} and channel = ${channel} and recipient = ${address} and held is not null
      and digest_id is null and sent is null and not dead and (held = 'quiet' or due <= now())
    order by stored, id for update`);
  const messages = rows.map((row) => heldRow.parse(row));
  const [person] = await recipients(tx, { account });
  if (messages.length === 0 || person === undefined) return;
  const { words, figures } = speechFor(person.reading);
  const reason = messages.some(({ held }) => held === "quiet") ? "quiet" : "flood";
  const listed = messages.slice(0, MOST_LINES);
  const lines = listed.map(({ stored, subject, summary }) => ({
    time: figures.time(Date.parse(stored)),
    text: (summary === "" ? subject : summary).replace(/\n/g, "\n  "),
  }));
  const message = render(
    "digest",
    words,
    { recipient: person.first, boat: person.boat, webUrl },
    { reason, count: messages.length, lines },
    {
      severity: null,
      structured: {
        type: "digest",
        timestamp: new Date().toISOString(),
        data: {
          reason,
          count: messages.length,
          messages: listed.flatMap(({ structured }) => structured ?? []),
        },
      },
      track: null,
    },
  );
  const ways = [[channel, address]] as const;
  const [id] = await store(tx, { eventId: null, person, kind: "digest", message, ways });
  await tx.run(sql`
    update app.deliveries set digest_id = ${id ?? null}::bigint
    where id = any (${messages.map(({ id }) => id)}::bigint[])`);
}
