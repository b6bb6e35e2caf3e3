/** `raise sqlstate 'PGRST'`, with which SQL code determines the whole error response. */

import { ApiError } from "@wakelog/kit/errors.ts";
import { z } from "zod";

const Message = z.object({
  code: z.string(),
  message: z.string(),
  // Also accepts an object, an extension of the protocol: passed on unchanged, never shortened.
  details: z.union([z.string(), z.record(z.string(), z.unknown())]).nullish(),
  hint: z.string().nullish(),
});

const Detail = z.object({
  status: z.int().min(200).max(599),
  headers: z.record(z.string(), z.string()),
  status_text: z.string().nullish(),
});

/** The raised error; null if its message or detail is not the required JSON. */
export function raisedError(message: string, detail: string | null): ApiError | null {
  const parsed = Message.safeParse(json(message));
  const answer = Detail.safeParse(json(detail ?? ""));
  if (!parsed.success || !answer.success) return null;
  const { code, message: text, details = null, hint = null } = parsed.data;
  const { status, headers, status_text: reason = null } = answer.data;
  return new ApiError({
    code,
    message: text,
    details,
    hint,
    status,
    reason,
    headers: Object.entries(headers),
  });
}

/** Whether a message is the required JSON. */
export function isRaisedMessage(message: string): boolean {
  return Message.safeParse(json(message)).success;
}

function json(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
