/** Refusals of idempotent writes (draft-ietf-httpapi-idempotency-key-header). */
import { ApiError } from "@wakelog/kit/errors.ts";

export function keyUnreadable(): ApiError {
  return new ApiError({
    code: "key_unreadable",
    status: 400,
    message: "Idempotency-Key must have 1 to 255 printable ASCII characters",
    hint: 'Send a new UUID for each write: Idempotency-Key: "8e03978e-40d5-43dd-bc93-6894a57f9324".',
  });
}

export function keyBusy(): ApiError {
  return new ApiError({
    code: "key_busy",
    status: 409,
    message: "The request with this Idempotency-Key is still running",
    hint: "Wait, and send it again to get its answer.",
    headers: [["Retry-After", "1"]],
  });
}

export function keyReused(): ApiError {
  return new ApiError({
    code: "key_reused",
    status: 422,
    message: "This Idempotency-Key was used for another request",
    hint: "Send a new key with each new request, and the same one only with the same request.",
  });
}

export function answerTooLongToKeep(most: number): ApiError {
  return new ApiError({
    code: "key_answer_too_long",
    status: 400,
    message: `The answer to a request with Idempotency-Key can have at most ${most / 1024} kB`,
    hint: "Send Prefer: return=minimal, or select fewer columns.",
  });
}
