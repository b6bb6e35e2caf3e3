/** What a form is described by. */
import type { MessageDescriptor } from "@lingui/core";
import type * as z from "zod/mini";

/** Puts a sentence into the person's language. */
export type Sentence = (words: MessageDescriptor) => string;

/** The schema of a form, with its sentences in the person's language: from what is typed to what is sent. */
export type Schema<Typed, Sent> = (t: Sentence) => z.core.$ZodType<Sent, Typed>;

/** What a form with this schema sends. */
export type SentBy<S extends (t: Sentence) => z.core.$ZodType> = z.output<ReturnType<S>>;
