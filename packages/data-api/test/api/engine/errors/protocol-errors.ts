/** A request for each error of the protocol, with its response. */
import { expect } from "vitest";
import type { Asked } from "../observatory.ts";

const prefer = (text: string): Asked => ({ headers: { Prefer: text } });

const accept = (type: string): Asked => ({ headers: { Accept: type } });

const NONE = { details: null, hint: null };

/** The request, and its status, code, message and details. */
export type Case = readonly [
  code: string,
  status: number,
  asked: readonly [method: string, path: string, asked?: Asked],
  told: { readonly message: string; readonly details: unknown; readonly hint: unknown },
];

export const CASES: readonly Case[] = [
  [
    "PGRST100",
    400,
    ["GET", "/sites?id=nonsense.1"],
    {
      message: '"failed to parse filter (nonsense.1)" (line 1, column 1)',
      details: expect.stringMatching(/^unexpected "n" expecting /),
      hint: null,
    },
  ],
  [
    "PGRST101",
    405,
    ["PUT", "/rpc/answer", { body: {} }],
    { message: "Cannot use the PUT method on RPC", ...NONE },
  ],
  ["PGRST101", 405, ["DELETE", "/rpc/answer"], { message: "Cannot use the DELETE method on RPC", ...NONE }],
  ["PGRST102", 400, ["POST", "/sites", { body: "" }], { message: "Error in $: not enough input", ...NONE }],
  [
    "PGRST102",
    400,
    ["POST", "/sites", { body: "x", headers: { "Content-Type": "image/png" } }],
    { message: "Content-Type not acceptable: image/png", ...NONE },
  ],
  [
    "PGRST103",
    416,
    ["GET", "/sites?offset=5", prefer("count=exact")],
    {
      message: "Requested range not satisfiable",
      details: "An offset of 5 was requested, but there are only 4 rows.",
      hint: null,
    },
  ],
  [
    "PGRST103",
    416,
    ["GET", "/sites?limit=-1"],
    {
      message: "Requested range not satisfiable",
      details: "Limit should be greater than or equal to zero.",
      hint: null,
    },
  ],
  [
    "PGRST103",
    416,
    ["GET", "/sites", { headers: { Range: "5-2" } }],
    {
      message: "Requested range not satisfiable",
      details: "The lower boundary must be lower than or equal to the upper boundary in the Range header.",
      hint: null,
    },
  ],
  [
    "PGRST105",
    405,
    ["PUT", "/sites?name=eq.x", { body: { id: 1, name: "x" } }],
    { message: "Filters must include all and only primary key columns with 'eq' operators", ...NONE },
  ],
  [
    "PGRST106",
    406,
    ["GET", "/sites", { headers: { "Accept-Profile": "hidden" } }],
    { message: "The schema must be one of the following: observatory, archive", ...NONE },
  ],
  [
    "PGRST107",
    415,
    ["GET", "/sites", accept("image/png, application/pdf")],
    { message: "None of these media types are available: image/png, application/pdf", ...NONE },
  ],
  [
    "PGRST108",
    400,
    ["GET", "/sites?telescopes.id=eq.1"],
    {
      message: "'telescopes' is not an embedded resource in this request",
      details: null,
      hint: "Verify that 'telescopes' is included in the 'select' query parameter.",
    },
  ],
  [
    "PGRST109",
    400,
    ["DELETE", "/sites?limit=1"],
    {
      message: "A 'limit' was applied without an explicit 'order'",
      details: null,
      hint: "Apply an 'order' using unique column(s)",
    },
  ],
  [
    "PGRST110",
    400,
    ["PATCH", "/telescopes?limit=1&order=site_id", { body: { is_open: true } }],
    {
      message: "The maximum number of rows allowed to change was surpassed",
      details: "Results contain 2 rows changed but the maximum number allowed is 1",
      hint: null,
    },
  ],
  [
    "PGRST111",
    500,
    ["POST", "/rpc/say", { body: { name: "response.headers", value: '{"X-Dome": "open"}' } }],
    {
      message:
        "response.headers guc must be a JSON array composed of objects with a single key and a string value",
      ...NONE,
    },
  ],
  [
    "PGRST112",
    500,
    ["POST", "/rpc/say", { body: { name: "response.status", value: "fine" } }],
    { message: "response.status guc must be a valid status code", ...NONE },
  ],
  [
    "PGRST113",
    406,
    ["GET", "/sites?select=id,name", accept("text/plain")],
    { message: "text/plain requested but more than one column was selected", ...NONE },
  ],
  [
    "PGRST114",
    400,
    ["PUT", "/sites?id=eq.1&limit=1", { body: { id: 1, name: "x" } }],
    { message: "limit/offset querystring parameters are not allowed for PUT", ...NONE },
  ],
  [
    "PGRST115",
    400,
    ["PUT", "/sites?id=eq.1", { body: { id: 2, name: "x" } }],
    { message: "Payload values do not match URL in primary key column(s)", ...NONE },
  ],
  [
    "PGRST116",
    406,
    ["GET", "/sites", accept("application/vnd.pgrst.object+json")],
    {
      message: "JSON object requested, multiple (or no) rows returned",
      details: "The result contains 4 rows",
      hint: null,
    },
  ],
  ["PGRST117", 405, ["TRACE", "/sites"], { message: "Unsupported HTTP method: TRACE", ...NONE }],
  [
    "PGRST118",
    400,
    ["GET", "/sites?select=id,telescopes(id)&order=telescopes(id)"],
    {
      message: "A related order on 'telescopes' is not possible",
      details: "'sites' and 'telescopes' do not form a many-to-one or one-to-one relationship",
      hint: null,
    },
  ],
  [
    "PGRST119",
    400,
    ["GET", "/sites?select=id,...telescopes(id)"],
    {
      message: "A spread operation on 'telescopes' is not possible",
      details: "'sites' and 'telescopes' do not form a many-to-one or one-to-one relationship",
      hint: null,
    },
  ],
  [
    "PGRST122",
    400,
    ["GET", "/sites", prefer("handling=strict, foo, bar")],
    {
      message: "Invalid preferences given with handling=strict",
      details: "Invalid preferences: foo, bar",
      hint: null,
    },
  ],
  [
    "PGRST123",
    400,
    ["GET", "/sites?select=altitude.sum()"],
    { message: "Use of aggregate functions is not allowed", ...NONE },
  ],
  [
    "PGRST124",
    400,
    ["PATCH", "/sites", { body: { altitude: 1 }, ...prefer("handling=strict, max-affected=2") }],
    {
      message: "Query result exceeds max-affected preference constraint",
      details: "The query affects 4 rows",
      hint: null,
    },
  ],
  [
    "PGRST128",
    400,
    ["GET", "/rpc/answer", prefer("handling=strict, max-affected=2")],
    {
      message:
        "Function must return SETOF or TABLE when max-affected preference is used with handling=strict",
      ...NONE,
    },
  ],
  [
    "PGRST200",
    400,
    ["GET", "/sites?select=id,telescope(id)"],
    {
      message: "Could not find a relationship between 'sites' and 'telescope' in the schema cache",
      details:
        "Searched for a foreign key relationship between 'sites' and 'telescope' in the schema 'observatory', but no matches were found.",
      hint: "Perhaps you meant 'telescopes' instead of 'telescope'.",
    },
  ],
  [
    "PGRST201",
    300,
    ["GET", "/nights?select=id,observers(id)"],
    {
      message: "Could not embed because more than one relationship was found for 'nights' and 'observers'",
      details: [
        {
          cardinality: "many-to-one",
          embedding: "nights with observers",
          relationship: "nights_assistant_fkey using nights(assistant_id) and observers(id)",
        },
        {
          cardinality: "many-to-one",
          embedding: "nights with observers",
          relationship: "nights_observer_id_fkey using nights(observer_id) and observers(id)",
        },
      ],
      hint: "Try changing 'observers' to one of the following: 'observers!nights_assistant_fkey', 'observers!nights_observer_id_fkey'. Find the desired relationship in the 'details' key.",
    },
  ],
  [
    "PGRST202",
    404,
    ["GET", "/rpc/answers"],
    {
      message: "Could not find the function observatory.answers without parameters in the schema cache",
      details:
        "Searched for the function observatory.answers without parameters, but no matches were found in the schema cache.",
      hint: "Perhaps you meant to call the function observatory.answer",
    },
  ],
  [
    "PGRST203",
    300,
    ["GET", "/rpc/twin?value=1"],
    {
      message:
        "Could not choose the best candidate function between: observatory.twin(value => integer), observatory.twin(value => text)",
      details: null,
      hint: "Try renaming the parameters or the function itself in the database so function overloading can be resolved",
    },
  ],
  [
    "PGRST204",
    400,
    ["POST", "/sites", { body: { nope: 1 } }],
    { message: "Column 'nope' of relation 'sites' does not exist", ...NONE },
  ],
];
