/** Kinds of settings that only the service has. */
import { availableParallelism } from "node:os";
import { checked } from "@wakelog/kit/settings/kinds.ts";
import { setting } from "@wakelog/kit/settings/setting.ts";
import { mailboxOf } from "./mailbox.ts";

/** A secret of at least 32 characters. */
export const secret = (name: string, sentence: string) =>
  checked(
    name,
    null,
    (given) => (given.length >= 32 ? null : `must have at least 32 characters; it has ${given.length}`),
    { sentence, secret: true },
  );

export const databaseUrl = (name: string, sentence: string) =>
  checked(
    name,
    null,
    (given) =>
      /^postgres(ql)?:\/\//.test(given) && URL.canParse(given)
        ? null
        : "must be a URL like postgresql://user:password@host:5432/database",
    { sentence, secret: true },
  );

/** A number of proxies; `on` and `true`, which earlier releases accepted, mean one. */
export const proxies = (name: string, sentence: string) =>
  setting(
    name,
    0,
    (given) => {
      const count = { on: "1", true: "1", off: "0", false: "0" }[given] ?? given;
      return /^\d$/.test(count)
        ? { value: Number(count) }
        : { problem: `must be the number of proxies, from 0 to 9, not "${given}"` };
    },
    sentence,
  );

const MOST_PROCESSES = 8;

/** A number of processes, from 1 to 8. `auto` is one per core but one, within these limits. */
export const processes = (name: string, sentence: string) =>
  setting<number, string>(
    name,
    "auto",
    (given) => {
      if (given === "auto")
        return { value: Math.max(1, Math.min(MOST_PROCESSES, availableParallelism() - 1)) };
      return /^[1-8]$/.test(given)
        ? { value: Number(given) }
        : { problem: `must be a number from 1 to ${MOST_PROCESSES}, or auto, not "${given}"` };
    },
    sentence,
  );

/** A time of day as minutes since midnight; null for `off`. */
export const timeOfDay = (name: string, sentence: string) =>
  setting<number | null, string>(
    name,
    "off",
    (given) => {
      const [, hours, minutes] = /^([01]\d|2[0-3]):([0-5]\d)$/.exec(given) ?? [];
      if (hours !== undefined) return { value: Number(hours) * 60 + Number(minutes) };
      return given === "off"
        ? { value: null }
        : { problem: `must be a time like 03:00, or off, not "${given}"` };
    },
    sentence,
  );

/** Backups to keep: the last one of each of so many days, weeks and months. */
export interface Keeping {
  readonly days: number;
  readonly weeks: number;
  readonly months: number;
}

const MOST_KEPT = 999;

/** `7d 5w 12m`, in any order. A missing unit counts as 0. */
export const keeping = (name: string, fallback: string, sentence: string) =>
  setting<Keeping, string>(
    name,
    fallback,
    (given) => {
      const parts = given
        .trim()
        .split(/\s+/)
        .map((part) => /^(\d+)([dwm])$/.exec(part));
      const counts = new Map(parts.map((part) => [part?.[2], Number(part?.[1])]));
      const isWhole = parts.every((part) => part !== null) && counts.size === parts.length;
      const [days = 0, weeks = 0, months = 0] = ["d", "w", "m"].map((unit) => counts.get(unit));
      const isPossible = Math.max(days, weeks, months) <= MOST_KEPT && days + weeks + months > 0;
      return isWhole && isPossible
        ? { value: { days, weeks, months } }
        : { problem: `must be numbers of days, weeks and months like ${fallback}, not "${given}"` };
    },
    sentence,
  );

/** One e-mail address. */
export const mailAddress = (name: string, sentence: string) =>
  checked(
    name,
    null,
    (given) => (/^[^@\s]+@[^@\s]+$/.test(given) ? null : `must be an e-mail address, not "${given}"`),
    sentence,
  );

/** A sender: an e-mail address, with or without a display name. */
export const mailbox = (name: string, fallback: string, sentence: string) =>
  setting(
    name,
    fallback,
    (given) => {
      const value = mailboxOf(given);
      return value === null
        ? { problem: `must be an address like Wakelog <log@example.org>, not "${given}"` }
        : { value };
    },
    sentence,
  );
