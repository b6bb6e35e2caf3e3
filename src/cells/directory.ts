/** The fleet's directory of accounts by address of mail: the cells themselves, all asked at once, and in time. */
import type { Directory } from "../accounts/dependencies.ts";
import { ApiError } from "../errors.ts";
import { PASSED_ON, passing } from "./passed-on.ts";
import { ASKED_AT, answerForm, QUESTION, questions } from "./question.ts";

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

/** What a cell said; it did not answer in time if `place` is undefined. */
interface Answered {
  readonly name: string;
  readonly place: string | null | undefined;
}

/** @returns null if there are no other cells */
export function directory({ own, cells, secret }: Cells): Directory | null {
  const others = [...cells].filter(([name]) => name !== own);
  if (others.length === 0) return null;
  const [passed, asked] = [passing(secret), questions(secret)];
  const ask = async ([name, url]: readonly [string, string], email: string, address: string) => {
    const answer = await fetch(url + ASKED_AT, {
      headers: {
        [QUESTION]: await asked.write({ email, asked: name }),
        // The limits there count whoever made this cell ask.
        [PASSED_ON]: await passed.write({ address, by: [own] }),
        // A connection that was kept may have been closed meanwhile, and the cell would seem to be away.
        Connection: "close",
      },
      redirect: "error",
      signal: AbortSignal.timeout(ASK_MS),
    });
    if (answer.status !== 200) throw new Error(`${name} answered ${answer.status}`);
    return answerForm.parse(await answer.json()).cell;
  };
  return async (email, { address }) => {
    const answers = await Promise.all(
      others.map(async (other): Promise<Answered> => {
        const place = await ask(other, email, address).catch(() => undefined);
        return { name: other[0], place };
      }),
    );
    // Where it is counts more than where it went: what a signpost names may have been deleted there since.
    const found =
      answers.find(({ name, place }) => place === name) ??
      answers.find(({ place }) => typeof place === "string" && place !== own);
    if (typeof found?.place === "string") return found.place;
    const away = answers.find(({ place }) => place === undefined);
    if (away !== undefined) throw notAsked(away.name);
    return null;
  };
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
