/** Automatic backups: one verified backup a day; older ones are thinned, failures reported. */

import type { AsService, Tx } from "@wakelog/data-api/db/database.ts";
import { sql } from "@wakelog/data-api/db/sql.ts";
import type { Observe } from "@wakelog/kit/observe.ts";
import { DAY, MINUTE } from "@wakelog/kit/time/units.ts";
import type { ScheduledTask } from "../../database/jobs/schedule.ts";
import type { Config } from "../../settings/config.ts";
import { takeBackup } from "./backup.ts";
import { defaultFile, thinBackups } from "./keeping.ts";

/** The key in `app.schedules`, so that only one of several processes takes it. */
const NAME = "take the backup of the day";
/** Poll interval, seconds. */
const POLL_SECONDS = 10;
/** Most characters of the reason in a message. */
const REASON_LENGTH = 2_000;

interface BackupScheduleOptions {
  readonly config: Config;
  /** The schema owner's URL. */
  readonly url: string;
  readonly service: AsService;
  readonly observe: Observe;
}

/** The backup task, if a time is set. A missed backup is taken when the service is back. */
export function backupSchedule(options: BackupScheduleOptions): readonly ScheduledTask[] {
  const { backupAt } = options.config;
  if (backupAt === null) return [];
  const run = async (): Promise<void> => {
    if (await options.service((tx) => takeTurn(tx, nextTime(backupAt, Date.now())))) await backUp(options);
  };
  return [{ name: "see whether a backup is due", everySeconds: POLL_SECONDS, run }];
}

/** The next occurrence of a minute of the day, UTC. */
export function nextTime(minuteOfDay: number, now: number): Date {
  const today = Math.floor(now / DAY) * DAY + minuteOfDay * MINUTE;
  return new Date(today > now ? today : today + DAY);
}

async function takeTurn(tx: Tx, next: Date): Promise<boolean> {
  const { affected } = await tx.run(sql`
    update app.schedules set due = ${next} where name = ${NAME} and due <= now()`);
  if (affected > 0) return true;
  // A changed time of day applies at once.
  await tx.run(sql`
    insert into app.schedules as s (name, due) values (${NAME}, ${next})
    on conflict (name) do update set due = least(s.due, excluded.due)`);
  return false;
}

async function backUp({ config, url, service, observe }: BackupScheduleOptions): Promise<void> {
  const started = performance.now();
  try {
    const file = defaultFile(config.backupDir, new Date());
    const { bytes } = await takeBackup(url, config, { file, verify: true });
    const removed = await thinBackups(config.backupDir, config.backupKeep);
    observe({
      kind: "backed-up",
      file,
      bytes,
      removed,
      milliseconds: Math.round(performance.now() - started),
    });
  } catch (cause) {
    observe({ kind: "backup-failed", cause });
    if (config.operatorMail !== null) await service((tx) => notifyOperator(tx, config, cause));
  }
}

/** By the outbox, which retries if the mail server is down. */
async function notifyOperator(tx: Tx, config: Config, cause: unknown): Promise<void> {
  const reason = (cause instanceof Error ? cause.message : String(cause)).slice(0, REASON_LENGTH);
  const body = [
    "The scheduled backup of Wakelog failed:",
    reason,
    `Backups are kept in ${config.backupDir}. "wakelog backup" takes one now, and "wakelog check" says what is wrong.`,
  ].join("\n\n");
  await tx.run(sql`
    insert into app.deliveries (kind, channel, recipient, subject, body, severity)
    values ('backup_failed', 'email', ${config.operatorMail}, 'Wakelog: the backup failed', ${body}, 'alarm')`);
}
