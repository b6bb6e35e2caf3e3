/** Errors whose answer SQL code chooses: SQLSTATEs `PTxyz` and `PGRST`. */
import { describe, expect, it } from "vitest";
import { type Answered, observatoryForTests } from "../observatory.ts";

const EXTRA = `
create function observatory.raised(message text, detail text default null) returns void language plpgsql as $$
begin
  if detail is null then
    raise sqlstate 'PGRST' using message = message;
  else
    raise sqlstate 'PGRST' using message = message, detail = detail, hint = 'not this hint';
  end if;
end
$$;
create function tools.gate() returns trigger language plpgsql as $$
begin
  raise sqlstate 'PT409' using message = 'Already moored', detail = 'at the north quay', hint = 'Cast off.';
end
$$;
create trigger gate before delete on observatory.bookings for each row execute function tools.gate();
`;

const o = observatoryForTests({ extra: EXTRA });

describe("PTxyz", () => {
  const failing = (code: string, message: string): Promise<Answered> =>
    o.post("/rpc/fail_with", { code, message });

  it.each([200, 299, 301, 402, 418, 451, 500, 503, 551, 599, 999])(
    "is answered with status xyz: %i",
    async (status) => {
      const answered = await failing(`PT${status}`, "As I say");
      expect([answered.status, answered.reason, answered.json]).toEqual([
        status,
        "As I say",
        { code: `PT${status}`, message: "As I say", details: "why", hint: "what now" },
      ]);
    },
  );

  it("is answered so to reads as well", async () => {
    const { status, reason, json } = await o.get("/rpc/teapot");
    expect([status, reason, json]).toEqual([
      418,
      "I am a teapot",
      { code: "PT418", message: "I am a teapot", details: "short and stout", hint: null },
    ]);
  });

  it("is answered so where a trigger raises it, and nothing is written", async () => {
    const { status, reason, json } = await o.delete("/bookings?id=eq.1");
    expect([status, reason, json.details, json.hint]).toEqual([
      409,
      "Already moored",
      "at the north quay",
      "Cast off.",
    ]);
    expect((await o.get("/bookings?id=eq.1")).json).toHaveLength(1);
  });

  it("has a reason phrase of one line", async () => {
    expect((await failing("PT418", "two\r\nlines: X-Injected")).reason).toBe("two lines: X-Injected");
  });

  it.each(["PTABC", "PT42A", "PT000", "PT101"])("that is no status of an answer is 500: %s", async (code) => {
    const { status, json, reason } = await failing(code, "failed");
    expect([status, json.code, json.message, reason === undefined || reason === "failed"]).toEqual([
      500,
      code,
      "failed",
      true,
    ]);
  });
});

describe("PGRST", () => {
  const raised = (message: unknown, detail?: unknown): Promise<Answered> =>
    o.post("/rpc/raised", {
      message: typeof message === "string" ? message : JSON.stringify(message),
      ...(detail === undefined
        ? {}
        : { detail: typeof detail === "string" ? detail : JSON.stringify(detail) }),
    });
  const MESSAGE = { code: "123", message: "Paid" };
  const DETAIL = { status: 402, headers: {} };

  it("makes the body of MESSAGE and the status of DETAIL", async () => {
    const { status, json, headers, reason } = await raised(MESSAGE, DETAIL);
    expect([status, json, reason]).toEqual([
      402,
      { code: "123", message: "Paid", details: null, hint: null },
      undefined,
    ]);
    expect(headers["content-type"]).toBe("application/json; charset=utf-8");
  });

  it("may have details and a hint in MESSAGE", async () => {
    const { json } = await raised({ ...MESSAGE, details: "in full", hint: "Thanks" }, DETAIL);
    expect(json).toEqual({ code: "123", message: "Paid", details: "in full", hint: "Thanks" });
  });

  it("has the headers of DETAIL, in the place of those of an error", async () => {
    const headers = { "X-Powered-By": "wind", "Content-Type": "application/problem+json" };
    expect((await raised(MESSAGE, { ...DETAIL, headers })).headers).toEqual({
      "x-powered-by": "wind",
      "content-type": "application/problem+json",
    });
  });

  it("may choose the reason phrase by status_text", async () => {
    expect((await raised(MESSAGE, { ...DETAIL, status_text: "Pay First" })).reason).toBe("Pay First");
  });

  it.each([
    ["MESSAGE", "no JSON", DETAIL],
    ["MESSAGE", { code: "123" }, DETAIL],
    ["MESSAGE", { message: "Paid" }, DETAIL],
    ["MESSAGE", { code: 1, message: "Paid" }, DETAIL],
    ["DETAIL", MESSAGE, undefined],
    ["DETAIL", MESSAGE, "no JSON"],
    ["DETAIL", MESSAGE, { status: 402 }],
    ["DETAIL", MESSAGE, { headers: {} }],
    ["DETAIL", MESSAGE, { status: "402", headers: {} }],
    ["DETAIL", MESSAGE, { status: 402, headers: { a: 1 } }],
  ] as const)(
    "with a %s that is not what it must be is 500 PGRST121: %j %j",
    async (_part, message, detail) => {
      const { status, json } = await raised(message, detail);
      expect([status, json]).toEqual([
        500,
        {
          code: "PGRST121",
          message: "The message and detail field of RAISE 'PGRST' error expects JSON",
          details: null,
          hint: null,
        },
      ]);
    },
  );
});
