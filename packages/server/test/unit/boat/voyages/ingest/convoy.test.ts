/** Work that waits for other work goes together, in order, and within limits. */
import { describe, expect, it } from "vitest";
import { Convoy, nextTogether } from "../../../../../src/boat/voyages/ingest/convoy.ts";

const of = (keys: string, size = 1) => [...keys].map((key) => ({ key, size }));
const keysOf = (members: readonly { readonly key: string }[]): string =>
  members.map(({ key }) => key).join("");

describe("what goes next", () => {
  it("is what came first, up to the limits", () => {
    expect(keysOf(nextTogether(of("abcde"), { members: 3, size: 100 }))).toBe("abc");
    expect(keysOf(nextTogether(of("abcde", 20), { members: 9, size: 50 }))).toBe("ab");
    expect(keysOf(nextTogether(of("ab", 70), { members: 9, size: 50 }))).toBe("a");
    expect(nextTogether([], { members: 9, size: 50 })).toEqual([]);
  });

  it("has each boat once, and none overtakes one that waits", () => {
    expect(keysOf(nextTogether(of("abacd"), { members: 9, size: 50 }))).toBe("ab");
  });
});

describe("a convoy", () => {
  it("begins at once, and takes with the next what has come meanwhile", async () => {
    const gone: string[] = [];
    const opened: (() => void)[] = [];
    const convoy = new Convoy<{ key: string; size: number }, string>(
      async (going) => {
        gone.push(keysOf(going));
        await new Promise<void>((open) => opened.push(open));
        return new Map(going.filter(({ key }) => key !== "x").map((one) => [one, one.key.toUpperCase()]));
      },
      { members: 3, size: 100 },
    );
    const answers = Promise.all(of("axbcad").map((one) => convoy.join(one)));
    expect(gone).toEqual(["a"]);
    for (let n = 0; n < 3; n++) {
      opened[n]?.();
      await new Promise((done) => setImmediate(done));
    }
    expect(gone).toEqual(["a", "xbc", "ad"]);
    expect(await answers).toEqual(["A", null, "B", "C", "A", "D"]);
  });

  it("gathers what comes while one goes alone, but not for long", async () => {
    const gone: string[] = [];
    const convoy = new Convoy<{ key: string; size: number }, string>(
      async (going) => {
        gone.push(keysOf(going));
        return new Map(going.map((one) => [one, one.key]));
      },
      { members: 3, size: 100 },
    );
    expect(convoy.begin(() => new Promise(() => {}))).toBe(true);
    expect(convoy.begin(async () => {})).toBe(false);
    const answers = Promise.all(of("ab").map((one) => convoy.join(one)));
    expect(gone).toEqual([]);
    expect(await answers).toEqual(["a", "b"]);
    expect(gone).toEqual(["ab"]);
    expect(convoy.begin(() => Promise.reject(new Error("refused")))).toBe(true);
    expect(await convoy.join({ key: "c", size: 1 })).toBe("c");
  });

  it("goes on after one that failed for everybody", async () => {
    let failed = false;
    const convoy = new Convoy<{ key: string; size: number }, string>(
      async (going) => {
        await new Promise((done) => setImmediate(done));
        if (!failed) {
          failed = true;
          throw new Error("no connection");
        }
        return new Map(going.map((one) => [one, one.key]));
      },
      { members: 3, size: 100 },
    );
    const answers = await Promise.allSettled(of("ab").map((one) => convoy.join(one)));
    expect(answers.map(({ status }) => status)).toEqual(["rejected", "fulfilled"]);
  });
});
