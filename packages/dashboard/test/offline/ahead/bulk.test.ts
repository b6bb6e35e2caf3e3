/** Bulk answers, split into the answers that pages ask for. */
import { describe, expect, test } from "vitest";
import { answersIn, type Bulk, type Ids, pathFor } from "../../../src/offline/ahead/bulk.ts";

const IDS: Ids = { logs: [9, 8, 7], stays: [], moorages: [1, 2] };
const ROWS = [
  { id: 9, at: 2, depth: 4, name: "Hanko" },
  { id: 8, at: 1, depth: null, name: "Utö" },
  { id: 7, at: 2, depth: 11, name: "Visby" },
];

/** The bodies and ranges of the stored answers, by path. */
function split(bulk: Bulk, body: unknown = ROWS, total: number | null = null) {
  const path = bulk.of === undefined ? bulk.path : pathFor(bulk.path, IDS[bulk.of.list]);
  const answers = answersIn(bulk, path, body, IDS, total);
  return Object.fromEntries(answers.map((answer) => [answer.path, [answer.body, answer.range]]));
}

describe("a bulk answer", () => {
  test("without parts is stored as it came, whatever its shape", () => {
    expect(split({ path: "/rpc/statistics_fn" }, { totals: 1 })).toEqual({
      "/rpc/statistics_fn": [{ totals: 1 }, "*/*"],
    });
  });

  test("makes the pages of a list, with the total that was counted", () => {
    const answers = [
      { path: "/logs?limit=2" },
      { path: "/logs?limit=2&offset=2" },
      { path: "/logs?limit=2&offset=4" },
    ];
    expect(split({ path: "/logs?limit=50", answers }, ROWS, 3)).toEqual({
      "/logs?limit=2": [ROWS.slice(0, 2), "0-1/3"],
      "/logs?limit=2&offset=2": [ROWS.slice(2), "2-2/3"],
    });
  });

  test("is an empty list where there are no rows", () => {
    const answers = [{ path: "/logs?limit=2" }, { path: "/logs?limit=2&offset=2" }];
    expect(split({ path: "/logs?limit=50", answers }, [], 0)).toEqual({ "/logs?limit=2": [[], "*/0"] });
  });

  test("answers the same for each id, with the columns asked for, also where no row matches", () => {
    const bulk: Bulk = {
      path: "/lines?select=id,name,at&at=in.({id})",
      of: { list: "moorages", atOnce: 50 },
      answers: [{ path: "/lines?select=id,name&at=eq.{id}", each: "moorages" }],
    };
    expect(split({ ...bulk }, ROWS.slice(1, 2))).toEqual({
      "/lines?select=id,name&at=eq.1": [[{ id: 8, name: "Utö" }], "0-0/1"],
      "/lines?select=id,name&at=eq.2": [[], "*/0"],
    });
  });

  test("sorts and limits what is asked for in another order, nulls as the greatest", () => {
    const answers = [
      { path: "/logs?select=id&order=depth.desc&limit=2" },
      { path: "/logs?select=id&order=name.asc&depth=not.is.null" },
    ];
    expect(split({ path: "/logs", answers })).toEqual({
      "/logs?select=id&order=depth.desc&limit=2": [[{ id: 8 }, { id: 7 }], "0-1/*"],
      "/logs?select=id&order=name.asc&depth=not.is.null": [[{ id: 9 }, { id: 7 }], "0-1/2"],
    });
  });

  test("answers nothing that it may lack rows of", () => {
    const path = "/logs?order=id.desc&limit=3";
    const complete = [
      { path: "/logs?id=eq.8" },
      { path: "/logs?select=id&order=id.desc&limit=1&at=eq.2" },
      { path: "/logs?order=id.desc&limit=3" },
    ];
    const incomplete = [
      { path: "/logs?id=eq.6" },
      { path: "/logs?order=id.desc&at=eq.2" },
      { path: "/logs?order=id.desc&limit=3&at=eq.2" },
      { path: "/logs?order=depth.desc&limit=1" },
    ];
    const found = split({ path, answers: [...complete, ...incomplete] });
    expect(Object.keys(found)).toEqual(complete.map((part) => part.path));
    expect(found["/logs?select=id&order=id.desc&limit=1&at=eq.2"]).toEqual([[{ id: 9 }], "0-0/*"]);
    // With fewer rows than the limit, there are no others.
    expect(Object.keys(split({ path: "/logs?order=id.desc&limit=4", answers: incomplete }))).toHaveLength(4);
  });

  test("is stored row by row, without ids, where pages ask for one", () => {
    const bulk: Bulk = {
      path: "/rpc/tracks?ids={id}",
      of: { list: "logs", atOnce: 20 },
      answers: [{ path: "/rpc/track?_id={id}", alone: true }],
    };
    expect(split(bulk, [{ id: 8, seconds: [0, 60] }])).toEqual({
      "/rpc/track?_id=8": [{ seconds: [0, 60] }, "*/*"],
    });
  });

  test("is divided among the pages of a list that name their rows", () => {
    const path = "/rpc/lines?ids=%7B{id}%7D";
    const answers = [
      { path, list: "logs", from: 0, to: 2 },
      { path, list: "logs", from: 2, to: 4 },
      { path, list: "logs", from: 4, to: 6 },
    ] as const;
    expect(split({ path, of: { list: "logs", atOnce: 50 }, answers })).toEqual({
      "/rpc/lines?ids=%7B9,8%7D": [ROWS.slice(0, 2), "*/*"],
      "/rpc/lines?ids=%7B7%7D": [ROWS.slice(2), "*/*"],
    });
  });

  test("is not split by a filter that kept rows cannot be judged by", () => {
    expect(() => split({ path: "/logs", answers: [{ path: "/logs?depth=gt.3" }] })).toThrow("gt.3");
  });
});
