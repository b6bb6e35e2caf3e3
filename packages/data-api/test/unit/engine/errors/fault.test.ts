import { describe, expect, it } from "vitest";
import {
  ConnectionError,
  DatabaseError,
  NoConnectionError,
  PoolTimeoutError,
} from "../../../../src/db/database.ts";
import { fromDatabase, fromFault, unexpected } from "../../../../src/engine/errors/fault.ts";
import { offsetPastEnd } from "../../../../src/engine/errors/outcome-errors.ts";
import { jwtInvalid } from "../../../../src/engine/errors/token-errors.ts";
import { releaseOf } from "../../../../src/engine/release/release.ts";

const reported = (sqlstate: string, message = "m", detail: string | null = null): DatabaseError =>
  new DatabaseError({ sqlstate, message, detail });

describe("what PostgreSQL reports", () => {
  it.each([
    ["08006", 503],
    ["09000", 500],
    ["0L000", 403],
    ["0P000", 403],
    ["23503", 409],
    ["23505", 409],
    ["23502", 400],
    ["25006", 405],
    ["25001", 500],
    ["28000", 403],
    ["2D000", 500],
    ["38000", 500],
    ["39000", 500],
    ["3B000", 500],
    ["40001", 500],
    ["53100", 503],
    ["53400", 503],
    ["54000", 413],
    ["55000", 500],
    ["57014", 500],
    ["57P01", 503],
    ["58000", 500],
    ["F0000", 500],
    ["HV000", 500],
    ["P0001", 400],
    ["P0002", 500],
    ["XX000", 500],
    ["42883", 404],
    ["42P01", 404],
    ["42703", 400],
    ["22P02", 400],
    ["PT402", 402],
    ["PT551", 551],
    ["PT999", 999],
  ])("answers %s with %i", (sqlstate, status) => {
    expect(fromDatabase(reported(sqlstate), true)).toMatchObject({ code: sqlstate, status, message: "m" });
  });

  it("tells a missing XML aggregate from other missing functions", () => {
    expect(fromDatabase(reported("42883", "function xmlagg(text) does not exist"), true).status).toBe(406);
  });

  it("asks for a token where none was sent, and forbids where one was", () => {
    expect(fromDatabase(reported("42501"), false)).toMatchObject({
      status: 401,
      headers: [["WWW-Authenticate", "Bearer"]],
    });
    expect(fromDatabase(reported("42501"), true)).toMatchObject({ status: 403, headers: [] });
  });

  it("says when to come back, where coming back helps", () => {
    expect(fromDatabase(reported("53100"), true).headers).toEqual([["Retry-After", "1"]]);
    expect(fromDatabase(reported("57014"), true).headers).toEqual([]);
  });

  it("lets a function make the whole answer", () => {
    const message = '{"code":"123","message":"No","hint":"Ask"}';
    const detail = '{"status":432,"headers":{"X-A":"b"}}';
    expect(fromDatabase(reported("PGRST", message, detail), true)).toMatchObject({
      code: "123",
      status: 432,
      message: "No",
      details: null,
      hint: "Ask",
      headers: [["X-A", "b"]],
    });
    expect(fromDatabase(reported("PGRST", "x", detail), true)).toMatchObject({
      code: "PGRST121",
      status: 500,
    });
    expect(fromDatabase(reported("PGRST", message, "{}"), true)).toMatchObject({
      code: "PGRST121",
      status: 500,
    });
  });
});

describe("faults", () => {
  it.each([
    [new ConnectionError("secret host"), "PGRST001", 503],
    [new NoConnectionError("secret host"), "PGRST000", 503],
    [new PoolTimeoutError("busy"), "PGRST003", 504],
    [reported("23505"), "23505", 409],
    [new TypeError("secret"), "PGRSTX00", 500],
  ])("are translated: %s", (fault, code, status) => {
    const error = fromFault(fault, true);
    expect(error).toMatchObject({ code, status });
    expect(`${error.message}${String(error.details)}`).not.toContain("secret");
  });
  it("that were expected stay as they are", () => {
    const error = unexpected();
    expect(fromFault(error, true)).toBe(error);
  });
});

describe("protocol errors", () => {
  it("carry the headers that belong to them", () => {
    expect(offsetPastEnd(5, 3, [["Content-Range", "*/3"]])).toMatchObject({
      status: 416,
      details: "An offset of 5 was requested, but there are only 3 rows.",
      headers: [["Content-Range", "*/3"]],
    });
    expect(jwtInvalid("301", 'a "b"\r\n').headers[0]?.[1]).toBe(
      'Bearer error="invalid_token", error_description="a \\"b\\"??"',
    );
  });
  it("are empty for columns of an unknown relation", () => {
    expect(releaseOf().errors.unknownColumn("c", "t", false)).toMatchObject({ status: 404, code: "" });
    expect(releaseOf().errors.unknownColumn("c", "t", true)).toMatchObject({ status: 400, code: "PGRST204" });
  });
});
