/** The kinds of settings that cells have. */
import { checked } from "./kinds.ts";
import { setting } from "./setting.ts";

const CELL_NAME = /^[a-z][a-z0-9-]{0,30}$/;

/** The name of a cell. */
export const cellName = (name: string, sentence: string) =>
  checked(
    name,
    null,
    (given) =>
      CELL_NAME.test(given) ? null : `must be letters from a to z, digits and hyphens, not "${given}"`,
    sentence,
  );

/** Cells by name, with the addresses of their APIs without a slash at the end: `north=https://north.example.org …`. */
export const cells = (name: string, sentence: string) =>
  setting<ReadonlyMap<string, string>, string>(
    name,
    "",
    (given) => {
      const pairs = given
        .split(/\s+/)
        .filter((pair) => pair !== "")
        .map((pair) => /^([^=]+)=(https?:\/\/.+)$/.exec(pair))
        .map((match) => [match?.[1] ?? "", (match?.[2] ?? "").replace(/(?<!\/)\/+$/, "")] as const);
      const isRight = pairs.every(([cell, url]) => CELL_NAME.test(cell) && URL.canParse(url));
      return isRight
        ? { value: new Map(pairs) }
        : { problem: `must be names with addresses like north=https://north.example.org, not "${given}"` };
    },
    sentence,
  );
