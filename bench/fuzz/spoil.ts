/** Spoils requests: half of a campaign's are spoilt. */
import { brotliCompressSync, constants, deflateRawSync, deflateSync, gzipSync } from "node:zlib";
import type { Dice } from "./dice.ts";
import type { Draft, Material } from "./requests.ts";
import { expensiveBody, hostileJson, hostileText, noise } from "./values.ts";

const METHODS = [
  ...[
    "OPTIONS",
    "TRACE",
    "PROPFIND",
    "PURGE",
    "LINK",
    "SEARCH",
    "M-SEARCH",
    "COPY",
    "PUT",
    "DELETE",
    "PATCH",
    "POST",
  ],
  ...["HEAD", "QUERY"],
] as const;

/** Path encodings that a proxy might interpret differently. */
const PATHS = [
  ...[
    "/",
    "//",
    "/.",
    "/..",
    "/../etc/passwd",
    "/%2e%2e/%2e%2e/etc/passwd",
    "/rpc",
    "/rpc/",
    "/rpc//login",
    "/*",
  ],
  ...[
    "/%00",
    "/%",
    "/%zz",
    "/%c0%af",
    "/%ed%a0%80",
    "/logbook/",
    "/logbook/1",
    "/LOGBOOK",
    "/log%62ook",
    "/logbook%2f",
  ],
  ...[
    "/%6cogbook",
    "/logbook;a=b",
    "/\u00e9",
    "http://evil.example/logbook",
    "/rpc/login/..",
    "/-",
    "/favicon.ico",
  ],
  ...[
    "/live",
    "/metrics%20",
    "/app.accounts",
    "/api.logbook",
    '/"logbook"',
    "/logbook'",
    `/${"a".repeat(8_000)}`,
  ],
] as const;

const TYPES = [
  ...[
    "application/json; charset=utf-16",
    "text/plain",
    "application/octet-stream",
    "multipart/form-data",
    "",
    ";",
  ],
  ...[
    "application/xml",
    "text/csv; header=absent",
    "APPLICATION/JSON",
    "application/vnd.pgrst.object+json",
    "*/*",
  ],
  ...["application/x-www-form-urlencoded", "text/csv", "application/json;;;", "a/b/c", "x".repeat(5_000)],
] as const;

const HEADERS: readonly ((dice: Dice) => readonly [name: string, value: string])[] = [
  (dice) => [
    "Prefer",
    dice.one(["count=", "=", ",,,,", "max-affected=-1", "timezone=';", "tx=", "a".repeat(9_000)]),
  ],
  (dice) => [
    "Range",
    dice.one(["bytes=0-5", "items=0-1", "abc", "0-99999999999999999999", "5-1", "--", "0-,5-"]),
  ],
  (dice) => ["Range-Unit", dice.one(["bytes", "items", ""])],
  (dice) => [
    "Accept",
    dice.one(["", "nonsense", "a/b;q=x", "application/json;q=-1", "*/*;;;", ",".repeat(3_000)]),
  ],
  (dice) => [
    "Accept-Profile",
    dice.one(["app", "public", "pg_catalog", "api", "", "information_schema", "API"]),
  ],
  (dice) => ["Content-Profile", dice.one(["app", "public", "pg_catalog", "api", "", "cron"])],
  (dice) => ["x-is-public", dice.one(["", "AAAA", "%%%", Buffer.from(publicText(dice)).toString("base64")])],
  (dice) => ["Cookie", dice.one(["a=b", "=;;;", `a=${"c".repeat(9_000)}`, "token=\\", 'x="y; z'])],
  (dice) => [
    "Authorization",
    dice.one(["Bearer", "Bearer ", "Bearer x.y.z", "Basic YTpi", `Bearer ${"a".repeat(9_000)}`]),
  ],
  (dice) => ["Content-Type", dice.one(TYPES)],
  (dice) => [
    "Content-Encoding",
    dice.one(["gzip", "deflate", "br", "zstd", "gzip, gzip", "identity", "compress", ""]),
  ],
  (dice) => ["Host", dice.one(["evil.example", "", "[::1", "a b", "localhost:99999", "evil.example/path"])],
  (dice) => ["X-Forwarded-For", dice.one(["1.2.3.4", "::", "', 1", "a".repeat(3_000)])],
  (dice) => ["X-HTTP-Method-Override", dice.one(["DELETE", "PUT"])],
  (dice) => [
    "Origin",
    dice.one(["null", "https://evil.example", "file://", "*", `https://${"a".repeat(30_000)}`]),
  ],
  (dice) => ["Access-Control-Request-Method", dice.one(["DELETE", "TRACE", ""])],
  (dice) => ["Expect", dice.one(["100-continue", "the unexpected"])],
  (dice) => ["Accept-Encoding", dice.one(["br;q=x", "*;q=0", "gzip, br, deflate, zstd", "identity;q=0"])],
  (dice) => ["If-None-Match", dice.one(["*", '"x"', "W/"])],
  (dice) => ["Upgrade", dice.one(["websocket", "h2c"])],
];

function publicText(dice: Dice): string {
  return dice.one([
    "Delta,public_logs,0",
    "Delta,public_logs,999999999999",
    "Delta,public_nothing,1",
    "Delta,public_timelapse,1",
    "delta,public_stats,0",
    "De\u0000lta,public_logs,1",
    "SV zq,public_monitoring,0",
    "Delta,public_logs,-1",
    "D\u0435lta,public_monitoring,0",
    ",,,",
    `${"D".repeat(4_000)},public_logs,1`,
  ]);
}

/** Changes the draft, once or a few times. */
export function spoil(dice: Dice, draft: Draft, material: Material): void {
  for (let times = 1 + dice.below(3); times > 0; times--) dice.one(SPOILERS)(dice, draft, material);
}

/** Share of the eligible drafts that get an expensive body. */
const EXPENSIVE_SHARE = 0.04;
/** At best quality, compressing takes longer than all other requests together. */
const QUICKLY = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } };

const SPOILERS: readonly ((dice: Dice, draft: Draft, material: Material) => void)[] = [
  (dice, draft) => {
    draft.method = dice.one(METHODS);
  },
  (dice, draft) => {
    draft.path = encodedPath(dice.one(PATHS));
  },
  (dice, draft, { surface }) => {
    draft.path = `/${dice.one(surface.hidden)}`;
  },
  (dice, draft) => {
    const [name, value] = dice.one(HEADERS)(dice);
    draft.headers[name] = value;
  },
  (dice, draft) => {
    const at = dice.below(draft.query.length + 1);
    const name =
      draft.query[at]?.[0] ?? dice.one(["id", "name", "select", "order", "or", "limit", "offset", "columns"]);
    draft.query[at] = [name, hostileValue(dice)];
  },
  (dice, draft) => {
    draft.query.push([encoded(dice, hostileText(dice)), dice.one(["eq.1", "", "is.null", "or"])]);
  },
  (dice, draft) => {
    const at = dice.below(draft.query.length + 1);
    const [name, value] = draft.query[at] ?? ["select", "*"];
    const cut = dice.below(value.length + 1);
    const put = dice.one([
      "(",
      ")",
      ",",
      ".",
      "*",
      "!",
      ":",
      "::",
      "->",
      "->>",
      '"',
      "%22",
      "\\",
      "%",
      "&",
      "=",
      "...",
      "{",
    ]);
    draft.query[at] = [name, value.slice(0, cut) + put + value.slice(cut)];
  },
  (dice, draft) => {
    const depth = dice.one([3, 6, 33, 200]);
    draft.query.push([dice.one(["or", "and"]), `${"(or".repeat(depth)}(id.eq.1)${")".repeat(depth)}`]);
  },
  (dice, draft) => {
    const depth = dice.one([2, 4, 8, 40]);
    draft.query.push(["select", `${"stays(stays_at(".repeat(depth)}id${"))".repeat(depth)}`]);
  },
  (dice, draft) => {
    draft.query.push([
      "id",
      `in.(${Array.from({ length: dice.one([1_000, 8_000]) }, (_, n) => n).join(",")})`,
    ]);
  },
  (dice, draft) => {
    draft.body = Buffer.from(hostileJson(dice));
    draft.headers["Content-Type"] ??= "application/json";
    if (dice.chance(0.7)) draft.method = dice.one(["POST", "PATCH", "PUT"]);
  },
  (dice, draft) => {
    draft.body = noise(dice);
  },
  (dice, draft) => {
    // A few of them keep the machine as busy as all other requests together.
    if (!dice.chance(EXPENSIVE_SHARE)) return;
    const { type, bytes } = expensiveBody(dice);
    draft.body = bytes;
    draft.headers["Content-Type"] = type;
    draft.method = dice.one(["POST", "POST", "PATCH", "PUT"]);
  },
  (dice, draft) => {
    const body = draft.body ?? Buffer.from("{}");
    const [coding, coded] = dice.one([
      ["gzip", gzipSync(body)],
      ["deflate", deflateSync(body)],
      ["deflate", deflateRawSync(body)],
      ["br", brotliCompressSync(body, QUICKLY)],
      ["gzip", gzipSync(body).subarray(0, -3)],
      ["gzip", Buffer.concat([gzipSync(body), gzipSync(body)])],
      ["br", gzipSync(body)],
      ["gzip", gzipSync(Buffer.alloc(2_000_000, " "))],
    ] as const);
    draft.body = coded;
    draft.headers["Content-Encoding"] = coding;
  },
  (dice, draft) => {
    const lines = [`${"c,".repeat(dice.below(2_000))}d`, "1,2", '"', "NULL", '"a""b', "", "\u0000"];
    draft.body = Buffer.from(dice.some(lines, 6).join(dice.one(["\n", "\r\n", "\r"])));
    draft.headers["Content-Type"] = "text/csv";
    draft.method = "POST";
  },
];

function hostileValue(dice: Dice): string {
  const operator = dice.one([
    ...[
      "eq.",
      "like.",
      "ilike.",
      "match.",
      "imatch.",
      "in.",
      "is.",
      "fts.",
      "fts(english).",
      "fts(nowhere).",
      "cs.",
    ],
    ...[
      "ov.",
      "sl.",
      "adj.",
      "eq(any).",
      "like(all).",
      "match(any).",
      "not.",
      "",
      "nonsense.",
      "isdistinct.",
    ],
  ]);
  return operator + encoded(dice, hostileText(dice));
}

/** Usually encoded as by a client; sometimes raw, as far as a request line allows. */
function encoded(dice: Dice, text: string): string {
  // A lone surrogate, which has no valid UTF-8.
  if (/\p{Surrogate}/u.test(text)) return "%ED%A0%BD";
  const whole = encodeURIComponent(text).slice(0, 60_000);
  if (dice.chance(0.7)) return whole.replace(/%[0-9A-F]?$/, "");
  return text.replace(/[^\x21-\x7e]|#/g, "").slice(0, 60_000);
}

/** A request line holds only ASCII; the rest of the path is sent unchanged. */
function encodedPath(path: string): string {
  return path.replace(/[^\x21-\x7e]/gu, encodeURIComponent);
}
