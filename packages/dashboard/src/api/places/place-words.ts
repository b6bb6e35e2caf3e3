import type { Resources } from "../generated/api-types.ts";
import type { StayCode } from "./stays.ts";

/** What a user can edit of a stay. */
export interface StayWords {
  readonly name: string;
  readonly stayCode: StayCode;
  readonly notes: string;
}

/** What a user can edit of a moorage. */
export interface MoorageWords {
  readonly name: string;
  /** The usual kind of stay. */
  readonly stayCode: StayCode;
  readonly home: boolean;
  /** Radius in metres; null to derive it from the positions of the stays. */
  readonly radius: number | null;
  readonly notes: string;
}

/** Edits of a stay as columns; missing members are left out. */
export function stayColumns(words: Partial<StayWords>): Partial<Resources["stays"]> {
  return {
    ...(words.name === undefined ? {} : { name: words.name }),
    ...(words.stayCode === undefined ? {} : { stay_code: words.stayCode }),
    ...(words.notes === undefined ? {} : { notes: words.notes === "" ? null : words.notes }),
  };
}

/** Edits of a moorage as columns; missing members are left out. */
export function moorageColumns(words: Partial<MoorageWords>): Partial<Resources["moorages"]> {
  return {
    ...(words.name === undefined ? {} : { name: words.name }),
    ...(words.stayCode === undefined ? {} : { stay_code: words.stayCode }),
    ...(words.home === undefined ? {} : { home_flag: words.home }),
    ...(words.radius === undefined ? {} : { radius_m: words.radius }),
    ...(words.notes === undefined ? {} : { notes: words.notes === "" ? null : words.notes }),
  };
}
