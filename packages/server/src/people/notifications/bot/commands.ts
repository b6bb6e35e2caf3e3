/** The bot's commands and answers. */

import type { AsService, Tx } from "@wakelog/data-api/db/database.ts";
import { sql } from "@wakelog/data-api/db/sql.ts";
import { z } from "zod";
import { quantityOf } from "../messages/figures.ts";
import { type Speech, speechFor } from "../messages/reading.ts";
import { type Present, presentOf } from "../present.ts";
import { wishesOf } from "../wishes.ts";
import type { TankKind } from "../words/bot.ts";
import { languageOf, wordsIn } from "../words/languages.ts";
import type { Words } from "../words/words.ts";

/** Outcome of linking a chat with a code. */
export type Linking = "linked" | "wrong" | "taken" | "too many";

export interface BotMessage {
  readonly from: { readonly id: number; readonly language_code?: string | undefined };
  readonly chat: { readonly id: number };
  readonly text: string;
}

export interface BotService {
  readonly service: AsService;
  /** The dashboard's address. */
  readonly webUrl: string;
  /** Links the chat to the account that the code belongs to. */
  readonly link: (message: BotMessage, code: string) => Promise<Linking>;
}

/** The user the bot talks to, and their boat. */
interface BotUser {
  readonly first: string;
  readonly vesselId: string | null;
  readonly isGuest: boolean;
  readonly speech: Speech;
}

/** The bot's answer to a message. */
export async function answerTo(deps: BotService, message: BotMessage): Promise<string> {
  const code = /^\s*(?:\/start\s+)?(\d{8})\s*$/.exec(message.text)?.[1];
  if (code !== undefined) return linkingAnswer(wordsFor(message), await deps.link(message, code));
  return deps.service(async (tx) => {
    const user = await linkedUser(tx, message);
    if (user === null) return wordsFor(message).bot.stranger;
    const { vesselId, speech } = user;
    const [, command = "", argument = ""] = /^\s*\/([a-z]+)(?:@\S+)?(?:\s+(\S+))?/i.exec(message.text) ?? [];
    const ask = QUESTIONS[command.toLowerCase()];
    const act = ACTS[command.toLowerCase()];
    if (vesselId === null) return speech.words.bot.noBoat;
    if (act !== undefined) {
      return user.isGuest ? speech.words.bot.guest : act(tx, { ...user, vesselId }, argument);
    }
    if (ask === undefined) return speech.words.bot.help;
    const present = await presentOf(tx, vesselId);
    if (present === null || present.contact === null) {
      return speech.words.bot.noData(present?.boat ?? speech.words.yourBoat);
    }
    return ask({ tx, vesselId, present, speech, webUrl: deps.webUrl });
  });
}

function linkingAnswer({ bot }: Words, linking: Linking): string {
  switch (linking) {
    case "linked":
      return bot.linked;
    case "wrong":
      return bot.wrongCode;
    case "taken":
      return bot.taken;
    case "too many":
      return bot.tooMany;
  }
}

/** Texts for an unknown sender, in the messenger's language. */
function wordsFor({ from }: BotMessage): Words {
  return wordsIn(languageOf(from.language_code ?? null));
}

const userRow = z.object({
  first: z.string(),
  email: z.string(),
  preferences: z.unknown(),
  vessel_id: z.string().nullable(),
  role: z.string().nullable(),
});

/** The account linked to the sender, or null. */
async function linkedUser(tx: Tx, { from }: BotMessage): Promise<BotUser | null> {
  const [row] = await tx.query(sql`
    select a.first, a.email, a.preferences, m.vessel_id, m.role
    from app.accounts a
    left join lateral (
      select m.vessel_id, m.role from app.memberships m where m.account_id = a.account_id order by m.created_at limit 1) m
      on true
    where a.preferences #>> '{messenger,from,id}' = ${String(from.id)} and not a.disabled`);
  if (row === undefined) return null;
  const { first, email, preferences, vessel_id: vesselId, role } = userRow.parse(row);
  const speech = speechFor(wishesOf(email, preferences).reading);
  return { first, vesselId, isGuest: role === "guest", speech };
}

interface Question {
  readonly tx: Tx;
  readonly vesselId: string;
  readonly present: Present;
  readonly speech: Speech;
  readonly webUrl: string;
}

/** Read commands. */
const QUESTIONS: Readonly<Record<string, (question: Question) => string | Promise<string>>> = {
  status: statusAnswer,
  where: whereAnswer,
  log: logAnswer,
  battery: batteryAnswer,
  tanks: tanksAnswer,
};

async function statusAnswer({ tx, vesselId, present, speech }: Question): Promise<string> {
  const { words } = speech;
  const rows = await tx.query(sql`
    select name from app.alerts where vessel_id = ${vesselId} and state = 'raised' order by raised_at limit 20`);
  const status = z.enum(["moored", "anchored", "sailing", "motoring"]).safeParse(present.status).data ?? null;
  return words.bot.status({
    boat: present.boat,
    online: present.is_online,
    ago: ago(speech, present.contact),
    status,
    speed: written(speech, present, "speed"),
    raised: rows.map(({ name }) => words.rule(String(name))),
  });
}

function whereAnswer({ present, speech, webUrl }: Question): string {
  const { boat, latitude, longitude, placed, moorage } = present;
  if (latitude === null || longitude === null) return speech.words.bot.noData(boat);
  const position = speech.figures.position(latitude, longitude);
  return speech.words.bot.where({ boat, position, ago: ago(speech, placed), moorage, map: `${webUrl}/` });
}

function logAnswer({ present, speech, webUrl }: Question): string {
  const { boat, log_id: id } = present;
  if (id === null) return speech.words.bot.noLog(boat);
  return speech.words.bot.log({
    boat,
    log: present.log_name ?? `${id}`,
    active: present.log_active,
    distance: speech.figures.distance(present.log_distance ?? 0),
    duration: speech.figures.logDuration(present.log_seconds ?? 0),
    link: `${webUrl}/log/${id}`,
  });
}

function batteryAnswer({ present, speech }: Question): string {
  const [voltage, charge] = [written(speech, present, "voltage"), written(speech, present, "charge")];
  const { boat, measured } = present;
  if (voltage === null && charge === null) return speech.words.bot.noBattery(boat);
  return speech.words.bot.battery({ boat, voltage, charge, ago: ago(speech, measured) });
}

const TANKS: readonly TankKind[] = ["fuel", "fresh_water", "waste_water"];

function tanksAnswer({ present, speech }: Question): string {
  const { bot } = speech.words;
  const tanks = TANKS.flatMap((kind) => {
    const value = written(speech, present, kind);
    return value === null ? [] : [{ name: bot.tank[kind], value }];
  });
  if (tanks.length === 0) return bot.noTanks(present.boat);
  return bot.tanks({ boat: present.boat, tanks, ago: ago(speech, present.measured) });
}

/** A measurement with its unit; null if the boat does not have it. */
function written({ figures }: Speech, { measures }: Present, name: string): string | null {
  const value = measures[name];
  return value === undefined ? null : figures.value(quantityOf(name), value);
}

function ago({ figures }: Speech, instant: string | null): string {
  return figures.lengthOfTime(instant === null ? 0 : Math.max(0, Date.now() - Date.parse(instant)) / 1000);
}

type Act = (tx: Tx, user: BotUser & { readonly vesselId: string }, argument: string) => Promise<string>;

/** Commands that change something. */
const ACTS: Readonly<Record<string, Act>> = {
  async silence(tx, { vesselId, speech }, argument) {
    const minutesAsked = /^\d{1,5}$/.test(argument) ? Number(argument) : USUAL_SILENCE;
    const minutes = Math.min(Math.max(minutesAsked, 1), LONGEST_SILENCE);
    const { affected } = await tx.run(sql`
      update app.alerts set snoozed_until = now() + make_interval(mins => ${minutes}::int)
      where vessel_id = ${vesselId} and state = 'raised'`);
    const { bot } = speech.words;
    if (affected === 0) return bot.nothingRaised;
    return bot.silenced({ count: affected, duration: speech.figures.lengthOfTime(minutes * 60) });
  },
  async ack(tx, { vesselId, first, speech }) {
    const { affected } = await tx.run(sql`
      update app.alerts set acknowledged_at = now(), acknowledged_by = ${first}
      where vessel_id = ${vesselId} and state = 'raised' and acknowledged_at is null`);
    return affected === 0 ? speech.words.bot.nothingRaised : speech.words.bot.acknowledged(affected);
  },
};

const USUAL_SILENCE = 60;
/** A week, as in the dashboard. */
const LONGEST_SILENCE = 10_080;
