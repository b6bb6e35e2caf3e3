/** The schema of a form. */
import type { MessageDescriptor } from "@lingui/core";
import type * as z from "zod/mini";

/** Translates a message. */
export type Sentence = (words: MessageDescriptor) => string;

/** A form's schema with translated messages: from typed to sent values. */
export type Schema<Typed, Sent> = (t: Sentence) => z.core.$ZodType<Sent, Typed>;

/** What a form with this schema sends. */
export type SentBy<S extends (t: Sentence) => z.core.$ZodType> = z.output<ReturnType<S>>;
