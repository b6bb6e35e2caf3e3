/** `wakelog jobs`: shows failed jobs, and tries them again. */
import { countEvents, failedEvents, reviveEvents } from "../jobs/review.ts";
import { type Command, UsageError } from "./command.ts";
import { asOperator } from "./operator.ts";

/** The most jobs shown. */
const SHOWN = 50;
/** The largest id of an event. */
const LARGEST_ID = 2_147_483_647;

export const jobsCommand: Command = {
  name: "jobs",
  usage: "[revive ID|all]",
  sentence:
    "Show the jobs that failed, with the reason, or try them again; `all` means every job that was given up.",
  words: [0, 2],
  takesSettings: true,
  async run({ words: [action, which], settings }) {
    if (action === undefined) return show(settings);
    if (action !== "revive" || which === undefined) {
      throw new UsageError(`usage: wakelog jobs ${jobsCommand.usage}`);
    }
    const id = which === "all" ? null : Number(which);
    if (id !== null && !(Number.isInteger(id) && id > 0 && id <= LARGEST_ID)) {
      throw new UsageError(`"${which}" is not the number of a job; see wakelog jobs`);
    }
    const revived = await asOperator(settings, ({ tx }) => reviveEvents(tx, id));
    if (id !== null && revived === 0) throw new Error(`no job that failed has the number ${id}`);
    console.log(`${revived} ${revived === 1 ? "job" : "jobs"} will be tried again`);
  },
};

async function show(settings: ReadonlyMap<string, string>): Promise<void> {
  const { counts, failed } = await asOperator(settings, async ({ tx }) => ({
    counts: await countEvents(tx),
    failed: await failedEvents(tx, SHOWN),
  }));
  console.log(`${counts.pending} waiting, ${counts.postponed} to be tried again, ${counts.dead} given up`);
  for (const { id, channel, payload, tenant, attempts, failure, due } of failed) {
    const fate = due === null ? "given up" : `again at ${due}`;
    console.log(`${id}\t${channel} ${payload}\t${tenant}\t${fate} after ${attempts} attempts: ${failure}`);
  }
}
