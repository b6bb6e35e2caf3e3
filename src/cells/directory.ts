/** The fleet's directory of accounts by e-mail address: the cells themselves, all asked at once, within a time limit. */
import { tooMany } from "../accounts/attempts.ts";
import type { Directory } from "../accounts/dependencies.ts";
import type { CallContext } from "../engine/handlers.ts";
import { ApiError } from "../errors.ts";
import { PASSED_ON, type PassedOn, passing } from "./passed-on.ts";
import { ASKED_AT, answerForm, QUESTION, type Question, questions } from "./question.ts";

/** Which cells there are. */
export interface Cells {
  /** This cell's name. */
  readonly own: string;
  /** The APIs of the cells by name. */
  readonly cells: ReadonlyMap<string, string>;
  readonly secret: string;
}

/** How long a cell may take for its answer, milliseconds. */
const ASK_MS = 2_000;
const RETRY_SECONDS = 10;

/** What a cell said: where the account is, or in how many seconds it may be asked again; neither, if it did not answer. */
interface Answered {
  readonly name: string;
  readonly place?: string | null;
  readonly wait?: number;
}

/** @returns null if there are no other cells */
export function directory({ own, cells, secret }: Cells): Directory | null {
  const others = [...cells].filter(([name]) => name !== own);
  if (others.length === 0) return null;
  const [passed, asked] = [passing(secret), questions(secret)];
  const before = ({ headers }: CallContext) => passed.read(headers[PASSED_ON]);
  const ask = async (name: string, url: string, question: Omit<Question, "asked">, by: PassedOn) => {
    const answer = await fetch(url + ASKED_AT, {
      headers: {
        [QUESTION]: await asked.write({ ...question, asked: name }),
        // The limits there count whoever made this cell ask.
        [PASSED_ON]: await passed.write(by),
        // A kept-alive connection may have been closed meanwhile, and the cell would seem to be down.
        Connection: "close",
      },
      redirect: "error",
      signal: AbortSignal.timeout(ASK_MS),
    });
    if (answer.status === 429) return { wait: Number(answer.headers.get("retry-after")) };
    return { place: answerForm.parse(await answer.json()).cell };
  };
  return {
    hasAsked: async (context) => (await before(context)) !== null,
    async placeOf(email, entry, context) {
      const already = await before(context);
      const question = { email, entry: already === null ? entry : null };
      const by = { address: context.address, by: [...(already?.by ?? []), own] };
      const answers = await Promise.all(
        others.map(
          async ([name, url]): Promise<Answered> => ({
            name,
            ...(await ask(name, url, question, by).catch(() => ({}))),
          }),
        ),
      );
      return placeIn(answers, own);
    },
  };
}

function placeIn(answers: readonly Answered[], own: string): string | null {
  const waits = answers.flatMap(({ wait }) => (wait === undefined ? [] : [wait]));
  if (waits.length > 0) throw tooMany(Math.max(1, ...waits));
  // Where it is counts more than where it went: what a signpost names may have been deleted there since.
  const found =
    answers.find(({ name, place }) => place === name) ??
    answers.find(({ place }) => typeof place === "string" && place !== own);
  if (typeof found?.place === "string") return found.place;
  const away = answers.find(({ place }) => place === undefined);
  if (away !== undefined) throw notAsked(away.name);
  return null;
}

function notAsked(cell: string): ApiError {
  return new ApiError({
    code: "PT503",
    status: 503,
    message: `The cell ${cell}, where this account may be, does not answer`,
    hint: `Check what you entered, or wait ${RETRY_SECONDS} s and try again.`,
    headers: [["Retry-After", String(RETRY_SECONDS)]],
  });
}
