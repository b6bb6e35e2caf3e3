import { msg } from "@lingui/core/macro";
import * as z from "zod/mini";
import { textOf } from "../../forms/fields.ts";
import type { Sentence } from "../../forms/schema.ts";

/** A boat's public name, a part of the addresses of its public pages. @param least 0 if it may be empty */
export function publicNameOf(t: Sentence, least: 0 | 1) {
  return textOf(t, least, 60).check(
    z.regex(/^[\p{L}\p{M}\p{N}_]*$/u, t(msg`Use only letters and digits, without spaces.`)),
  );
}
