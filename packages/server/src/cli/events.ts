/** `wakelog events`: lists queued and failed events, and retries them. */
import { countEvents, type OpenEvent, openEvents, retryEvents } from "../database/jobs/review.ts";
import { type Command, UsageError } from "./command.ts";
import { asOperator } from "./operator.ts";

/** Maximum of listed events. */
const SHOWN = 50;
/** The largest number that an event can have. */
const LARGEST_ID = 2_147_483_647;

export const eventsCommand: Command = {
  name: "events",
  usage: "[--dead] [--retry ID]",
  sentence: "Show the events that wait or were given up, with the reason, or have one tried again.",
  flags: [
    { name: "--dead", value: null, sentence: "show only those that were given up" },
    {
      name: "--retry",
      value: "ID",
      sentence: "try the event with this number again at once; `all` is every one that was given up",
    },
  ],
  takesSettings: true,
  async run({ flags, settings }) {
    const retried = flags.get("--retry");
    if (retried === undefined) await show(settings, flags.has("--dead"));
    else await retry(settings, retried);
  },
};

async function show(settings: ReadonlyMap<string, string>, onlyDead: boolean): Promise<void> {
  const { counts, events } = await asOperator(settings, async ({ tx }) => ({
    counts: await countEvents(tx),
    events: await openEvents(tx, { onlyDead, limit: SHOWN }),
  }));
  console.log(`${counts.pending} waiting, ${counts.postponed} to be tried again, ${counts.dead} given up`);
  for (const event of events) {
    const { id, channel, payload, tenant } = event;
    console.log(`${id}\t${channel} ${payload}\t${tenant}\t${fate(event)}`);
  }
}

/** An event's state, with the reason. */
function fate({ attempts, failure, due, stored }: OpenEvent): string {
  if (failure === null) return `waiting since ${stored}`;
  const tries = `${attempts} ${attempts === 1 ? "attempt" : "attempts"}`;
  return `${due === null ? "given up" : `again at ${due}`} after ${tries}: ${failure}`;
}

async function retry(settings: ReadonlyMap<string, string>, which: string): Promise<void> {
  const id = which === "all" ? null : Number(which);
  if (id !== null && !(Number.isInteger(id) && id > 0 && id <= LARGEST_ID)) {
    throw new UsageError(`"${which}" is not the number of an event; see "wakelog events"`);
  }
  const retried = await asOperator(settings, ({ tx }) => retryEvents(tx, id));
  if (id !== null && retried === 0) throw new Error(`there is no failed event with the number ${id}`);
  console.log(`${retried} ${retried === 1 ? "event is" : "events are"} tried again`);
}
