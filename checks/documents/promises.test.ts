/** Each promise of docs/promises.md, each command and each setting names tests that there are. */

import { describe, expect, it } from "vitest";
import { allCommands } from "../../packages/server/src/cli/main.ts";
import { describeSettings } from "../../packages/server/src/settings/config.ts";
import { rowsOf, sectionOf } from "./documents.ts";
import { isNeat, missing, proofsIn } from "./proofs.ts";

const PATH = "docs/promises.md";
const PROMISES = rowsOf(sectionOf(PATH, "What is promised"));
const named = (column: string) => rowsOf(sectionOf(PATH, column)).map(([first = ""]) => first);

describe("what docs/promises.md promises", () => {
  it("names tests that there are", () => {
    const proofs = PROMISES.flatMap((cells) => proofsIn(cells.at(-1) ?? ""));
    expect(proofs.length).toBeGreaterThan(60);
    expect(missing(proofs)).toEqual([]);
  });

  it("names nothing else where it names tests, and says what is promised", () => {
    expect(PROMISES.filter((cells) => cells.length !== 2 || !isNeat(cells[1] ?? ""))).toEqual([]);
  });

  it("has each command and each setting, in their order", async () => {
    const commands = (await allCommands()).map(({ name }) => `\`wakelog ${name}\``);
    expect(named("Proof of each command")).toEqual(commands);
    const settings = describeSettings().map(({ name }) => `\`${name}\``);
    const told = named("Proof of each setting").flatMap((cell) => cell.split(", "));
    expect([...told].sort()).toEqual([...settings].sort());
  });
});
