/** The words, codes and statuses of errors, in both releases. */
import { describe } from "vitest";
import { asksBoth, bothReleases, type Difference, fault } from "./both-releases.ts";

const releases = bothReleases({
  extra: `
    set search_path = observatory;
    create function raise_as(state text, message text, detail text default null) returns void
      language plpgsql as $$
    begin
      if detail is null then raise exception using errcode = state, message = message;
      else raise exception using errcode = state, message = message, detail = detail; end if;
    end $$;
  `,
});

const RAISE = "Could not parse JSON in the \"RAISE SQLSTATE 'PGRST'\" error";
const WORDS: readonly Difference[] = [
  {
    what: "one object of several rows, in the type of errors",
    ask: "GET /sites",
    headers: { Accept: "application/vnd.pgrst.object+json" },
    eleven: {
      status: 406,
      json: fault(
        "PGRST116",
        "JSON object requested, multiple (or no) rows returned",
        "The result contains 4 rows",
      ),
      headers: { "content-type": "application/vnd.pgrst.object+json; charset=utf-8" },
    },
    sixteen: {
      status: 406,
      json: fault(
        "PGRST116",
        "Cannot coerce the result to a single JSON object",
        "The result contains 4 rows",
      ),
      headers: { "content-type": "application/json; charset=utf-8" },
    },
  },
  ...[
    ["an empty body", ""],
    ["a malformed body", "{x"],
    ["a body that is cut off", '[{"name": "x"'],
    ["a body that is not UTF-8", Buffer.from([0x22, 0xff, 0x22])],
  ].map(
    ([what, body]): Difference => ({
      what: String(what),
      ask: "POST /sites",
      body,
      eleven: { status: 400, headers: { "proxy-status": undefined } },
      sixteen: { status: 400, json: fault("PGRST102", "Empty or invalid json") },
    }),
  ),
  {
    what: "no media type",
    ask: "GET /sites",
    headers: { Accept: "text/unknown" },
    eleven: { status: 415 },
    sixteen: {
      status: 406,
      json: fault("PGRST107", "None of these media types are available: text/unknown"),
    },
  },
  {
    what: "a plan that is switched off",
    ask: "GET /sites",
    headers: { Accept: "application/vnd.pgrst.plan" },
    eleven: { status: 415 },
    sixteen: { status: 406 },
  },
  {
    what: "no media type at the root",
    ask: "GET /",
    headers: { Accept: "text/csv" },
    eleven: { status: 415 },
    sixteen: { status: 406 },
  },
  ...[
    ["21000", "x", 400, 500],
    ["21000", "UPDATE requires a WHERE clause", 400, 400],
    ["42P17", "x", 400, 500],
    ["53400", "x", 503, 500],
    ["53100", "x", 503, 503],
    ["54001", "x", 413, 500],
    ["22023", "x", 400, 400],
    ["22023", 'role "x" does not exist', 400, 401],
    ["PT402", "x", 402, 402],
  ].map(
    ([state, message, eleven, sixteen]): Difference => ({
      what: `SQLSTATE ${state}: ${message}`,
      ask: "POST /rpc/raise_as",
      body: { state, message },
      eleven: { status: Number(eleven), headers: { "proxy-status": undefined } },
      sixteen: { status: Number(sixteen), headers: { "proxy-status": `PostgREST; error=${state}` } },
    }),
  ),
  {
    what: "a raised message that is not JSON",
    ask: "POST /rpc/raise_as",
    body: { state: "PGRST", message: "oh", detail: "{}" },
    eleven: {
      status: 500,
      json: fault("PGRST121", "The message and detail field of RAISE 'PGRST' error expects JSON"),
    },
    sixteen: {
      status: 500,
      json: fault(
        "PGRST121",
        RAISE,
        "Invalid JSON value for MESSAGE: 'oh'",
        "MESSAGE must be a JSON object with obligatory keys: 'code', 'message' and optional keys: 'details', 'hint'.",
      ),
    },
  },
  ...[
    [
      "a raised detail that is not such JSON",
      '{"status":"x"}',
      `Invalid JSON value for DETAIL: '{"status":"x"}'`,
    ],
    ["no raised detail", null, "DETAIL is missing in the RAISE statement"],
  ].map(
    ([what, detail, details]): Difference => ({
      what: String(what),
      ask: "POST /rpc/raise_as",
      body: { state: "PGRST", message: '{"code":"1","message":"m"}', detail },
      eleven: {
        status: 500,
        json: fault("PGRST121", "The message and detail field of RAISE 'PGRST' error expects JSON"),
      },
      sixteen: {
        status: 500,
        json: fault(
          "PGRST121",
          RAISE,
          details,
          "DETAIL must be a JSON object with obligatory keys: 'status', 'headers' and optional key: 'status_text'.",
        ),
      },
    }),
  ),
  {
    what: "the code of a raised error",
    ask: "POST /rpc/raise_as",
    body: { state: "PGRST", message: '{"code":"X1","message":"m"}', detail: '{"status":418,"headers":{}}' },
    eleven: { status: 418, headers: { "proxy-status": undefined } },
    sixteen: { status: 418, headers: { "proxy-status": "PostgREST; error=X1" } },
  },
  {
    what: "the code for HEAD",
    ask: "HEAD /sites?limit=-1",
    eleven: { status: 416, text: "", headers: { "proxy-status": undefined } },
    sixteen: { status: 416, text: "", headers: { "proxy-status": "PostgREST; error=PGRST103" } },
  },
];

describe("errors", () => {
  asksBoth(releases, WORDS);
});
