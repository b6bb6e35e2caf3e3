import type { Resources } from "../generated/api-types.ts";
import type { StayCode } from "./stays.ts";

/** What people may write about a stay. */
export interface StayWords {
  readonly name: string;
  readonly stayCode: StayCode;
  readonly notes: string;
}

/** What people may write about a moorage. */
export interface MoorageWords {
  readonly name: string;
  /** How the boat usually stays there. */
  readonly stayCode: StayCode;
  readonly home: boolean;
  /** How far it reaches, metres; null if that follows from how the boat lay. */
  readonly radius: number | null;
  readonly notes: string;
}

/** What was written about a stay, in columns; what was not stays out. */
export function stayColumns(words: Partial<StayWords>): Partial<Resources["stays"]> {
  return {
    ...(words.name === undefined ? {} : { name: words.name }),
    ...(words.stayCode === undefined ? {} : { stay_code: words.stayCode }),
    ...(words.notes === undefined ? {} : { notes: words.notes === "" ? null : words.notes }),
  };
}

/** What was written about a moorage, in columns; what was not stays out. */
export function moorageColumns(words: Partial<MoorageWords>): Partial<Resources["moorages"]> {
  return {
    ...(words.name === undefined ? {} : { name: words.name }),
    ...(words.stayCode === undefined ? {} : { stay_code: words.stayCode }),
    ...(words.home === undefined ? {} : { home_flag: words.home }),
    ...(words.radius === undefined ? {} : { radius_m: words.radius }),
    ...(words.notes === undefined ? {} : { notes: words.notes === "" ? null : words.notes }),
  };
}
