/** What the bot says. Each answer is a sentence or a few, in the person's language and units. */

/** A measurement as the bot says it: a name and a value with its unit. */
export interface Named {
  readonly name: string;
  readonly value: string;
}

/** A tank's kind, as rules name it. */
export type TankKind = "fuel" | "fresh_water" | "waste_water";

export interface BotWords {
  readonly help: string;
  readonly stranger: string;
  readonly linked: string;
  readonly wrongCode: string;
  readonly taken: string;
  readonly tooMany: string;
  readonly noBoat: string;
  readonly noData: (boat: string) => string;
  readonly status: (facts: {
    readonly boat: string;
    readonly online: boolean;
    readonly ago: string;
    /** What it reports of itself; null if nothing. */
    readonly status: "moored" | "anchored" | "sailing" | "motoring" | null;
    readonly speed: string | null;
    readonly raised: readonly string[];
  }) => string;
  readonly where: (facts: {
    readonly boat: string;
    readonly position: string;
    readonly ago: string;
    readonly moorage: string | null;
    readonly map: string;
  }) => string;
  readonly log: (facts: {
    readonly boat: string;
    readonly log: string;
    readonly active: boolean;
    readonly distance: string;
    readonly duration: string;
    readonly link: string;
  }) => string;
  readonly noLog: (boat: string) => string;
  readonly battery: (facts: {
    readonly boat: string;
    readonly voltage: string | null;
    readonly charge: string | null;
    readonly ago: string;
  }) => string;
  readonly noBattery: (boat: string) => string;
  readonly tank: Readonly<Record<TankKind, string>>;
  readonly tanks: (facts: {
    readonly boat: string;
    readonly tanks: readonly Named[];
    readonly ago: string;
  }) => string;
  readonly noTanks: (boat: string) => string;
  readonly silenced: (facts: { readonly count: number; readonly duration: string }) => string;
  readonly acknowledged: (count: number) => string;
  readonly nothingRaised: string;
  readonly guest: string;
}
