import { pathOf, type Question } from "./question.ts";
import { booleanOf, idOf, numberOf, requiredRows } from "./row.ts";

/** Where a moorage is; the list view has no positions. */
export interface MooragePosition {
  readonly id: number;
  readonly latitude: number;
  readonly longitude: number;
  readonly home: boolean;
}

function parse(body: unknown): readonly MooragePosition[] {
  return requiredRows(body, "moorages").flatMap((row) => {
    const latitude = numberOf(row.latitude);
    const longitude = numberOf(row.longitude);
    if (latitude === null || longitude === null) return [];
    return [{ id: idOf(row), latitude, longitude, home: booleanOf(row.home_flag) ?? false }];
  });
}

export const mooragePositionsQuestion: Question<readonly MooragePosition[]> = {
  path: pathOf("/moorages", { select: "id,latitude,longitude,home_flag", order: "id" }),
  count: false,
  parse,
};
