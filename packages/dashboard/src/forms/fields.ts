/** The fields that forms share. Limits are those of the server, which counts characters and not units of UTF-16. */
import { msg } from "@lingui/core/macro";
import * as z from "zod/mini";
import type { Sentence } from "./schema.ts";

function hasLength(least: number, most: number) {
  return (text: string): boolean => {
    const { length } = [...text];
    return length >= least && length <= most;
  };
}

/** Something that must be filled in, exactly as it is typed. */
export function filledIn(t: Sentence) {
  return z.string().check(z.minLength(1, t(msg`Fill this in.`)));
}

/** A text without blanks around it, of so many characters. */
export function textOf(t: Sentence, least: number, most: number) {
  const fault =
    least === 0 ? t(msg`Write at most ${most} characters.`) : t(msg`Write ${least} to ${most} characters.`);
  return z.string().check(z.trim(), z.refine(hasLength(least, most), fault));
}

/** The name of a person or a boat. */
export function nameOf(t: Sentence, least: number) {
  return textOf(t, least, 60);
}

const KEPT_BYTES = 65_536;

/** Words on a thing, of any length that a person types. */
export function notesOf(t: Sentence) {
  const fits = (text: string) => new TextEncoder().encode(text).length <= KEPT_BYTES;
  return z.string().check(z.trim(), z.refine(fits, t(msg`This is too long. Shorten it.`)));
}

/** The name of a thing, which has one. */
export function titleOf(t: Sentence) {
  return notesOf(t).check(z.minLength(1, t(msg`Fill this in.`)));
}

/** A single "@", and behind it a dot within. */
const NAME_AT_DOMAIN = /^[^@]+@[^@][^@.]*\.[^@]+$/;
/** Blanks, names and brackets around an address. */
const NOT_PLAIN = /[<>()[\],;:\\"]|[\p{Z}\p{C}]/u;

/** The e-mail address of a person. */
export function addressOf(t: Sentence) {
  const isAddress = (text: string) =>
    hasLength(6, 254)(text) && NAME_AT_DOMAIN.test(text) && !NOT_PLAIN.test(text);
  return z
    .string()
    .check(z.trim(), z.refine(isAddress, t(msg`Write an e-mail address, such as name@example.org.`)));
}

/** A new password. How short it may be, the operator decides. */
export function newPassword(t: Sentence) {
  const most = 1024;
  return filledIn(t).check(z.refine(hasLength(0, most), t(msg`Write at most ${most} characters.`)));
}

/** A number as it was typed, with a point or a comma; null if nothing was typed, undefined if it is not a number. */
export function typedNumber(text: string): number | null | undefined {
  const trimmed = text.trim().replace(",", ".");
  if (trimmed === "") return null;
  const value = Number(trimmed);
  return Number.isFinite(value) ? value : undefined;
}

/** A number, or nothing. */
export function numberOf(isRight: (value: number) => boolean, fault: string) {
  const isNumber = (text: string) => {
    const value = typedNumber(text);
    return value === null || (value !== undefined && isRight(value));
  };
  return z.pipe(
    z.string().check(z.refine(isNumber, fault)),
    z.transform((text: string) => typedNumber(text) ?? null),
  );
}

/** A number within its limits, or nothing. */
export function numberFrom(t: Sentence, least: number, most: number) {
  return numberOf(
    (value) => value >= least && value <= most,
    t(msg`Write a number from ${least} to ${most}.`),
  );
}

/** Names with commas between them. */
export function namesIn(text: string): readonly string[] {
  return text
    .split(",")
    .map((name) => name.trim())
    .filter((name) => name !== "");
}

/** A list of names, as the logbook keeps them. */
export function namesOf(t: Sentence) {
  const [most, longest] = [50, 100];
  const fits = (text: string) => {
    const names = namesIn(text);
    return names.length <= most && names.every(hasLength(1, longest));
  };
  const fault = t(msg`Write at most ${most} names, each of at most ${longest} characters.`);
  return z.string().check(z.refine(fits, fault));
}
