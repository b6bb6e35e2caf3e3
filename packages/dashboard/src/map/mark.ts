/** A mark on the chart. */
export interface Mark {
  readonly id: string;
  readonly kind: "boat" | "start" | "end" | "place" | "home" | "cursor";
  readonly latitude: number;
  readonly longitude: number;
  /** For screen readers, and shown on hover. */
  readonly label: string;
  /** Written beside the mark; defaults to the label of a place, and to nothing for others. */
  readonly name?: string;
  /** Degrees true, for marks with a bow. */
  readonly heading?: number | null;
  readonly selected?: boolean;
}

/** Whether a mark is a place where the boat stays; there may be many. */
export function isPlace({ kind }: Mark): boolean {
  return kind === "place" || kind === "home";
}

/** Whether a mark has text beside it. */
export function isWritten(mark: Mark): boolean {
  return isPlace(mark) || mark.name !== undefined;
}

/** The text beside a mark. */
export function writtenBeside({ name, label }: Mark): string {
  return name ?? label;
}
