/** The procedure that tests a user's channels, by its SQL name. */

import type { AsService, Tx } from "@wakelog/data-api/db/database.ts";
import { sql } from "@wakelog/data-api/db/sql.ts";
import type { CallContext, DetachedProcedure, JsonObject } from "@wakelog/data-api/engine/handlers.ts";
import { raise } from "@wakelog/kit/errors.ts";
import { z } from "zod";
import { render } from "./messages/message.ts";
import { speechFor } from "./messages/reading.ts";
import { type Person, recipients, store, type Way } from "./notify.ts";
import type { Outbox } from "./outbox/outbox.ts";
import { isPersonalChannel, PERSONAL_CHANNELS, type PersonalChannel } from "./wishes.ts";

/** Test messages per account and hour. */
const TESTS_AN_HOUR = 20;

interface ProcedureService {
  readonly service: AsService;
  readonly post: Pick<Outbox, "channels" | "deliverOne">;
  readonly webUrl: string;
}

/** `test_notification_fn`. Runs outside the request's transaction, because it waits for the channel. */
export function notificationProcedures(deps: ProcedureService): ReadonlyMap<string, DetachedProcedure> {
  return new Map<string, DetachedProcedure>([
    ["test_notification_fn", (args, context) => sendTest(deps, args, context)],
  ]);
}

async function sendTest(deps: ProcedureService, args: JsonObject, context: CallContext): Promise<JsonObject> {
  const { service, post, webUrl } = deps;
  const channel = channelOf(deps, args);
  const [id] = await service(async (tx) => {
    const person = await caller(tx, context);
    const ways = waysOn(person, channel);
    await countTests(tx, person);
    const { words } = speechFor(person.reading);
    const addressed = { recipient: person.first, boat: person.boat, webUrl };
    const message = render(
      "test",
      words,
      addressed,
      {},
      {
        severity: null,
        structured: {
          type: "test",
          timestamp: new Date().toISOString(),
          data: { boat: person.boat, channel },
        },
        track: null,
      },
    );
    return store(tx, { eventId: null, person, kind: "test", message, ways });
  });
  if (id === undefined) return raise("22023", NOT_SET_UP);
  await post.deliverOne(channel, id);
  return service((tx) => shownDelivery(tx, id));
}

const NOT_SET_UP = "You have not set this channel up.";

function channelOf({ post }: ProcedureService, args: JsonObject): PersonalChannel {
  const name = String(args.channel ?? "");
  if (!isPersonalChannel(name)) {
    return raise("22023", "There is no such channel.", {
      hint: `Send one of ${PERSONAL_CHANNELS.join(", ")}.`,
    });
  }
  if (post.channels.has(name)) return name;
  return raise("22023", `This service has not set up ${name}.`, {
    hint: "Ask the operator, or choose another channel.",
  });
}

async function caller(tx: Tx, { caller: { claims } }: CallContext): Promise<Person> {
  const [row] = await tx.query(sql`
    select account_id from app.accounts
    where account_id = ${text(claims.uid)}::text
      or (${text(claims.uid)}::text is null and lower(email) = lower(${text(claims.email)}::text))`);
  const [person] = row === undefined ? [] : await recipients(tx, { account: String(row.account_id) });
  return person ?? raise("22023", "There is no account that a message could go to.");
}

function text(claim: unknown): string | null {
  return typeof claim === "string" ? claim : null;
}

function waysOn(person: Person, channel: PersonalChannel): readonly Way[] {
  if (!person.isProven) {
    return raise("22023", "Your e-mail address is not confirmed yet.", {
      hint: "Enter the code that was mailed to you; messages are sent after that.",
    });
  }
  const [address] = person.addresses.get(channel) ?? [];
  if (address === undefined) return raise("22023", NOT_SET_UP, { hint: HINTS[channel] });
  return [[channel, address]];
}

const HINTS: Readonly<Record<PersonalChannel, string>> = {
  email: "Switch e-mail on.",
  push: "Link the push service to your account, and switch telephone messages on.",
  webpush: "Allow messages in a browser.",
  messenger: "Link a chat with the bot, and switch telephone messages on.",
  webhook: "Enter an address.",
  ntfy: "Enter the address of your topic.",
  apprise: "Enter the address of your Apprise API.",
};

/** @throws ApiError 429 after too many */
async function countTests(tx: Tx, { accountId }: Person): Promise<void> {
  await tx.run(sql`select pg_advisory_xact_lock(hashtextextended('wakelog.tell/' || ${accountId}, 0))`);
  const sent = await tx.query(sql`
    select 1 from app.deliveries
    where account_id = ${accountId} and stored > now() - interval '1 hour' and kind = 'test'`);
  if (sent.length < TESTS_AN_HOUR) return;
  raise("PT429", `There were ${TESTS_AN_HOUR} test messages within an hour.`, {
    hint: "Wait a while before the next.",
    headers: [["Retry-After", "600"]],
  });
}

const shownRow = z.object({
  id: z.number(),
  kind: z.string(),
  channel: z.string(),
  recipient: z.string(),
  subject: z.string(),
  stored: z.string(),
  sent: z.string().nullable(),
  attempts: z.number(),
  failure: z.string().nullable(),
  state: z.string(),
});

/** A delivery as `deliveries_view` shows it to its recipient. */
async function shownDelivery(tx: Tx, id: string): Promise<JsonObject> {
  const [row] = await tx.query(sql`
    select id::float8 as id, kind, channel, app.masked(recipient) as recipient, subject,
      app.instant_text(stored) as stored, app.instant_text(sent) as sent, attempts::int as attempts,
      app.shown_failure(channel, failure, dead) as failure, app.delivery_state(sent, dead) as state
    from app.deliveries where id = ${id}::bigint`);
  return shownRow.parse(row);
}
