/** Field schemas shared by forms. Limits match the server, which counts characters, not UTF-16 units. */
import { msg } from "@lingui/core/macro";
import * as z from "zod/mini";
import type { Sentence } from "./schema.ts";

function hasLength(least: number, most: number) {
  return (text: string): boolean => {
    const { length } = [...text];
    return length >= least && length <= most;
  };
}

/** Required, and kept exactly as typed. */
export function filledIn(t: Sentence) {
  return z.string().check(z.minLength(1, t(msg`Fill this in.`)));
}

/** A trimmed text of limited length. */
export function textOf(t: Sentence, least: number, most: number) {
  const fault =
    least === 0 ? t(msg`Write at most ${most} characters.`) : t(msg`Write ${least} to ${most} characters.`);
  return z.string().check(z.trim(), z.refine(hasLength(least, most), fault));
}

/** Name of a user or a boat. */
export function nameOf(t: Sentence, least: number) {
  return textOf(t, least, 60);
}

const KEPT_BYTES = 65_536;

/** Notes of any length. */
export function notesOf(t: Sentence) {
  const fits = (text: string) => new TextEncoder().encode(text).length <= KEPT_BYTES;
  return z.string().check(z.trim(), z.refine(fits, t(msg`This is too long. Shorten it.`)));
}

/** A required name. */
export function titleOf(t: Sentence) {
  return notesOf(t).check(z.minLength(1, t(msg`Fill this in.`)));
}

/** One "@", followed by a domain with a dot. */
const NAME_AT_DOMAIN = /^[^@]+@[^@][^@.]*\.[^@]+$/;
/** Blanks, display names and brackets around an address. */
const NOT_PLAIN = /[<>()[\],;:\\"]|[\p{Z}\p{C}]/u;

/** An e-mail address. */
export function addressOf(t: Sentence) {
  const isAddress = (text: string) =>
    hasLength(6, 254)(text) && NAME_AT_DOMAIN.test(text) && !NOT_PLAIN.test(text);
  return z
    .string()
    .check(z.trim(), z.refine(isAddress, t(msg`Write an e-mail address, such as name@example.org.`)));
}

/** A new password. Its minimum length is the operator's setting. */
export function newPassword(t: Sentence) {
  const most = 1024;
  return filledIn(t).check(z.refine(hasLength(0, most), t(msg`Write at most ${most} characters.`)));
}

/** Parses a number with a point or a comma; null if empty, undefined if not a number. */
export function typedNumber(text: string): number | null | undefined {
  const trimmed = text.trim().replace(",", ".");
  if (trimmed === "") return null;
  const value = Number(trimmed);
  return Number.isFinite(value) ? value : undefined;
}

/** An optional number. */
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

/** An optional number within limits. */
export function numberFrom(t: Sentence, least: number, most: number) {
  return numberOf(
    (value) => value >= least && value <= most,
    t(msg`Write a number from ${least} to ${most}.`),
  );
}

/** Splits names at commas. */
export function namesIn(text: string): readonly string[] {
  return text
    .split(",")
    .map((name) => name.trim())
    .filter((name) => name !== "");
}

/** A list of names. */
export function namesOf(t: Sentence) {
  const [most, longest] = [50, 100];
  const fits = (text: string) => {
    const names = namesIn(text);
    return names.length <= most && names.every(hasLength(1, longest));
  };
  const fault = t(msg`Write at most ${most} names, each of at most ${longest} characters.`);
  return z.string().check(z.refine(fits, fault));
}
