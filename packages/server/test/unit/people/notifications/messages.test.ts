/** Every message in every language: nothing is left out, and nothing is left in English. */
import { describe, expect, it } from "vitest";
import { htmlOf } from "../../../../src/people/notifications/messages/html.ts";
import { render } from "../../../../src/people/notifications/messages/message.ts";
import { speechFor } from "../../../../src/people/notifications/messages/reading.ts";
import { unitsWith } from "../../../../src/people/notifications/messages/unit-choice.ts";
import {
  type AlertFacts,
  CONDITIONS,
  type FactsByKind,
  type MessageKind,
  type Stage,
  WATCHED,
} from "../../../../src/people/notifications/words/facts.ts";
import { LANGUAGES, type Language, wordsIn } from "../../../../src/people/notifications/words/languages.ts";

const languages = Object.keys(LANGUAGES) as Language[];
const STAGES: readonly Stage[] = ["raised", "repeated", "escalated", "cleared"];
/** Facts hold no letters of any language, so that all words are the template's. */
const alert: AlertFacts = {
  rule: "R0",
  condition: "below",
  said: null,
  value: "11.8",
  threshold: "12.0",
  since: "14:05",
  until: null,
  place: "60°",
};
const alerts = CONDITIONS.flatMap((condition): readonly AlertFacts[] =>
  condition === "boat"
    ? [null, "S0"].map((said) => ({ ...alert, condition, said, value: null, threshold: null }))
    : [
        { ...alert, condition },
        { ...alert, condition, value: null, threshold: null, until: "15:00", place: null },
      ],
);
const code = { code: "12345678", valid: "15" };

type Case = { readonly [K in MessageKind]: readonly [K, FactsByKind[K]] }[MessageKind];
const CASES: readonly Case[] = [
  ["new_vessel", {}],
  ["email_otp", { ...code, isFirst: true }],
  ["email_otp", { ...code, isFirst: false }],
  ["email_reset", { ...code, accountId: "77" }],
  ["messenger_otp", code],
  ["logbook", { log: "L0", logId: "9", distance: "12.3", duration: "3:05" }],
  ["monitor_offline", { silence: "70" }],
  ["monitor_online", { silentFor: null }],
  ["monitor_online", { silentFor: "3" }],
  ["new_badge", { badge: "B0" }],
  ...alerts.flatMap((one) => STAGES.map((stage): Case => ["alert", { ...one, stage, alertId: "5" }])),
  ["alert_summary", { alerts }],
  ["digest", { reason: "quiet", count: 1, lines: [{ time: "03:12", text: "T0" }] }],
  ["digest", { reason: "flood", count: 9, lines: [{ time: "03:12", text: "T0" }] }],
  ["anchor_hint", { isOver: false }],
  ["anchor_hint", { isOver: true }],
  ["autodiscovery", { keys: "a.b, c.d" }],
  ["anchor_watch_off", {}],
  ["new_24h_record", { log: "L0", logId: "9", distance: "123", before: "99" }],
  ["email_valid", { ended: [] }],
  ["email_valid", { ended: ["W0"] }],
  ["push_valid", {}],
  ["messenger_valid", {}],
  ["password_changed", { ended: [], going: [], boats: [], devices: [] }],
  ["password_changed", { ended: ["W0", "W1"], going: [], boats: ["B0"], devices: ["D0"] }],
  ["password_changed", { ended: [], going: ["W0"], boats: ["B0", "B1"], devices: ["D0", "D1"] }],
  ["channel_added", { added: ["W0", "W1"] }],
  ["no_vessel", {}],
  ["no_metadata", {}],
  ["no_activity", { since: "14:05" }],
  ["test", {}],
];

function rendered([kind, facts]: Case, language: Language) {
  const { words } = speechFor({ language, units: unitsWith("nautical"), zone: null });
  const addressed = { recipient: "Aino", boat: "Aava", webUrl: "https://log.example" };
  const structured = { type: "x", timestamp: "2026-01-01T00:00:00.000Z", data: {} };
  return render(kind, words, addressed, facts as never, { severity: null, structured, track: null });
}

/** Facts that choose the words, or are the same as an address. */
const UNSAID: readonly string[] = ["condition", "stage", "reason", "alertId"];
const WITHOUT_THRESHOLD: readonly unknown[] = ["silent", "offline", "leave", "enter"];

/** The required names and figures of a message: a misspelt placeholder would stay empty. */
function figuresIn(facts: object): readonly string[] {
  const isUnsaid = (name: string) =>
    UNSAID.includes(name) ||
    (name === "threshold" && "condition" in facts && WITHOUT_THRESHOLD.includes(facts.condition));
  return Object.entries(facts).flatMap(([name, value]) => {
    if (isUnsaid(name) || value === null || typeof value === "boolean") return [];
    return typeof value === "object" ? figuresIn(value) : [String(value)];
  });
}

/** The words of a text that a template could have left in another language: without names, figures and addresses. */
function wordsOf(text: string): readonly string[] {
  return text
    .replace(/https?:\S+/g, " ")
    .split(/[^\p{L}]+/u)
    .filter(
      (word) => word.length > 3 && !/^(Aino|Aava|Wakelog|Plugin|Code|Link|E-Mail|Messenger)$/i.test(word),
    );
}

describe.each(languages)("messages in %s", (language) => {
  it("cover every kind there is", () => {
    const kinds = new Set(CASES.map(([kind]) => kind));
    expect([...kinds].sort()).toEqual(Object.keys(wordsIn(language).messages).sort());
  });

  it.each(CASES.map((one) => ({ one, what: JSON.stringify(one) })))("say everything: $what", ({ one }) => {
    const { subject, body, summary } = rendered(one, language);
    for (const text of [subject, body, summary]) {
      expect(text).not.toMatch(/undefined|null|NaN|\[object|\$\{/);
      expect(text.trim()).toBe(text.replace(/\n$/, ""));
      expect(text.length).toBeGreaterThan(3);
    }
    expect(subject).not.toContain("\n");
    expect(body).toContain(wordsIn(language).hello("Aino"));
    expect(body).toContain(summary);
    for (const figure of figuresIn(one[1])) expect(subject + body).toContain(figure);
  });

  it.each(["alert", "alert_summary", "digest", "anchor_hint", "logbook", "monitor_offline", "test"])(
    "name the boat: %s",
    (kind) => {
      for (const one of CASES.filter(([other]) => other === kind)) {
        const { subject, body } = rendered(one, language);
        expect(subject + body).toContain("Aava");
      }
    },
  );

  it("tell an alert's rule, value, threshold, time, place, and where to acknowledge it", () => {
    for (const stage of STAGES) {
      const { subject, body } = rendered(["alert", { ...alert, stage, alertId: "5" }], language);
      expect(subject).toContain("R0");
      for (const fact of ["R0", "11.8", "12.0", "14:05", "60°"]) expect(body).toContain(fact);
      expect(body.includes("https://log.example/alerts?acknowledge=5")).toBe(stage !== "cleared");
    }
  });
});

describe("what is not English", () => {
  it("has words for what each rule without a name watches", () => {
    const english = wordsIn("en");
    for (const [name, words] of Object.entries(WATCHED)) {
      expect(english.rule(name)).toBe(words);
      for (const language of languages) expect(wordsIn(language).rule(name)).not.toBe(name);
    }
    expect(wordsIn("de").rule("voltage")).toBe("Batteriespannung");
  });

  /** Words that two languages spell alike. */
  const ALIKE = new Set([
    "online",
    "offline",
    "digest",
    "message",
    "messages",
    "alert",
    "test",
    "code",
    "account",
    "contact",
    "silence",
    "badge",
    "token",
  ]);

  it.each(languages.filter((language) => language !== "en"))("has no word of English: %s", (language) => {
    const english = new Set(CASES.flatMap((one) => wordsOf(rendered(one, "en").body.toLowerCase())));
    const left = CASES.flatMap((one) => wordsOf(rendered(one, language).body.toLowerCase())).filter(
      (word) => english.has(word) && !ALIKE.has(word),
    );
    expect([...new Set(left)]).toEqual([]);
  });
});

describe("a message as HTML", () => {
  it("is text with links, whatever a boat is called", () => {
    const html = htmlOf('Hello,\n\n<b>Möwe "7" & co</b> is here:\nhttps://log.example/log/7?a=1&b=2\n', null);
    expect(html).toContain("<p>&lt;b&gt;Möwe &quot;7&quot; &amp; co&lt;/b&gt; is here:<br>");
    expect(html).toContain('<a href="https://log.example/log/7?a=1&amp;b=2"');
    expect(html).not.toContain("<img");
  });

  it("shows a picture before the last paragraph", () => {
    const html = htmlOf("Hello,\n\nA log.\n\nhttps://log.example/\n", "cid:map");
    expect(html.indexOf("A log.")).toBeLessThan(html.indexOf('src="cid:map"'));
    expect(html.indexOf('src="cid:map"')).toBeLessThan(html.indexOf("https://log.example/"));
  });
});

it("leaves out what no mail holds", () => {
  const { words } = speechFor({ language: "en", units: unitsWith("nautical"), zone: null });
  const structured = { type: "x", timestamp: "", data: {} };
  const message = render(
    "test",
    words,
    { recipient: "A\u0000B\r\nBcc: x", boat: "C\u0007\nD", webUrl: "" },
    {},
    { severity: null, structured, track: null },
  );
  expect(message.body.replaceAll("\n", "")).not.toMatch(/\p{Cc}/u);
  expect(message.subject).not.toMatch(/\p{Cc}/u);
});
