/** Answers other cells that look for the account with an e-mail address. Nobody else can ask. */
import type { Limits } from "../accounts/attempts.ts";
import { countEntry } from "../accounts/entering/entry.ts";
import { placeOfAddress } from "../accounts/leaving/moved.ts";
import type { Engine } from "../engine/engine.ts";
import type { OpenStream } from "../http/answer/stream.ts";
import type { Installation } from "../installation.ts";
import { ASKED_AT, QUESTION, questions } from "./question.ts";

/**
 * @param own this cell's name
 * @param limits count the attempts that the cells report
 * @returns the path, and what answers there: everybody else gets the same answer as if there were nothing
 */
export function askedForAccounts(
  engine: Pick<Engine, "handle">,
  { secret, service }: Pick<Installation, "secret" | "service">,
  own: string,
  limits: Limits,
): readonly [string, OpenStream] {
  const { read } = questions(secret);
  const answer: OpenStream = async (input) => {
    const question = input.method === "GET" ? await read(input.headers[QUESTION]) : null;
    if (question === null || question.asked !== own) return engine.handle(input);
    const { email, entry } = question;
    const cell = await service(async (tx) => {
      if (entry !== null) await countEntry(limits, tx, entry, email, input.address ?? "");
      return placeOfAddress(tx, email, own);
    });
    const headers = [
      ["Content-Type", "application/json; charset=utf-8"],
      ["Cache-Control", "no-store"],
    ] as const;
    return { status: 200, headers, body: JSON.stringify({ cell }) };
  };
  return [ASKED_AT, answer];
}
