/** Something at a place on the chart. */
export interface Mark {
  readonly id: string;
  readonly kind: "boat" | "start" | "end" | "place" | "home" | "cursor";
  readonly latitude: number;
  readonly longitude: number;
  /** Read out by screen readers, and shown when pointed at. */
  readonly label: string;
  /** Written beside a place; its label if there is none. */
  readonly name?: string;
  /** Degrees true, for marks that have a bow. */
  readonly heading?: number | null;
  readonly selected?: boolean;
}

/** Whether a mark is a place where the boat stays, of which there may be many. */
export function isPlace({ kind }: Mark): boolean {
  return kind === "place" || kind === "home";
}

/** What is written beside a place. */
export function writtenBeside({ name, label }: Mark): string {
  return name ?? label;
}
