/** The table of names that existing software uses, without a service. */

import type { HttpOutput } from "@wakelog/data-api/engine/engine.ts";
import { expect, test } from "vitest";
import { noAliases, translateAliases } from "../../../src/service/aliases/aliases.ts";

const input = (path: string, query = "", body: unknown = null) => ({
  method: "POST",
  path,
  query,
  headers: {},
  body: body === null ? Buffer.alloc(0) : Buffer.from(JSON.stringify(body)),
  address: "127.0.0.1",
});
const translated = (path: string, query = "", body: unknown = null) => {
  const { input: ours, answer } = translateAliases(input(path, query, body));
  return { ...ours, query: decodeURIComponent(ours.query), json: ours.body.toString(), answer };
};
const output = (body: unknown, status = 200): HttpOutput => ({
  status,
  headers: [],
  body: JSON.stringify(body),
});

test("procedures are found under the names that existing software calls", () => {
  for (const [theirs, ours] of [
    ["telegram", "messenger"],
    ["telegram_otp_fn", "messenger_otp_fn"],
    ["telegram_fn", "messenger_fn"],
    ["pushover_fn", "push_fn"],
    ["pushover_subscribe_link_fn", "push_subscribe_link_fn"],
    ["graph_stats_logs_fn", "stats_logs_fn"],
  ]) {
    expect(translated(`/rpc/${theirs}`).path).toBe(`/rpc/${ours}`);
  }
});

test("a procedure that is asked by a boat's name is another one than that asked by number", () => {
  expect(translated("/rpc/ispublic_fn", "", { boat: "Kapla", _type: "public_stats" }).path).toBe(
    "/rpc/ispublic_boat_fn",
  );
  expect(translated("/rpc/ispublic_fn", "boat=Kapla&_type=public_stats").path).toBe("/rpc/ispublic_boat_fn");
  expect(translated("/rpc/ispublic_fn", "", { id: 1, _type: "public_logs" }).path).toBe("/rpc/ispublic_fn");
  expect(translated("/rpc/split_logbook_fn", "", { id_start: 1 }).path).toBe("/rpc/split_logbook_at_fn");
});

test("whatever is in our names passes unchanged, to the byte", () => {
  for (const [path, query] of [
    ["/logbook", "select=%22name%22&or=(a.eq.1,b.eq.2)"],
    ["/rpc/messenger", ""],
    ["/rpc/constructor", "a=1"],
    ["/logs_view", "constructor=eq.1"],
    ["/metadata", "select=configuration&configuration-%3E%3Eupdate_at=gt.2025-01-01T00:00:00Z&x=a+b&%zz=1"],
    ["/logs_view", 'limit=10&started=gte.2026-01-01&tags=cs.["a"]'],
  ] as const) {
    const same = translateAliases(input(path, query));
    expect(same.input).toMatchObject({ path, query });
    const untouched = output([{ name: "Kapla" }]);
    expect(same.answer(untouched)).toEqual(untouched);
  }
});

test("a column of theirs is renamed wherever a query may hold one, and is shown under their name", () => {
  for (const [theirs, ours] of [
    ["select=signalk_version", "select=signalk_version:navdata_version"],
    ["select=%22signalk_version%22,name", "select=signalk_version:navdata_version,name"],
    ["select=v:signalk_version", "select=v:navdata_version"],
    ["select=signalk_version:name", "select=signalk_version:name"],
    ["select=signalk_version::text", "select=signalk_version:navdata_version::text"],
    ["select=my_signalk_version", "select=my_signalk_version"],
    ["columns=%22name%22%2C%22signalk_version%22", 'columns="name",navdata_version'],
    ["order=signalk_version.desc", "order=navdata_version.desc"],
    ["signalk_version=eq.signalk_version", "navdata_version=eq.signalk_version"],
    [
      "or=(signalk_version.eq.1,name.eq.signalk_version)",
      "or=(navdata_version.eq.1,name.eq.signalk_version)",
    ],
  ] as const) {
    expect(translated("/metadata", theirs).query).toBe(ours);
  }
});

test("keys of a body are renamed in one object and in each of a list, whatever their values", () => {
  expect(translated("/metadata", "", { signalk_version: "2", name: "signalk_version" }).json).toBe(
    '{"navdata_version":"2","name":"signalk_version"}',
  );
  expect(translated("/metadata", "", [{ signalk_version: "2" }, { name: "x" }]).json).toBe(
    '[{"navdata_version":"2"},{"name":"x"}]',
  );
  expect(translated("/rpc/telegram_fn", "", { token: "1", telegram_obj: { telegram_obj: 1 } }).json).toBe(
    '{"token":"1","messenger_obj":{"telegram_obj":1}}',
  );
});

test("keys that every object has are keys as any other", () => {
  const body = '{"constructor":1,"toString":2}';
  expect(translated("/metadata", "", JSON.parse(body)).json).toBe(body);
});

test("a preference is renamed inside the literal that names it, whole words only", () => {
  const key = (text: string) =>
    JSON.parse(translated("/rpc/update_user_preferences_fn", "", { key: text, value: 1 }).json).key;
  expect(key("{pushover_user_key}")).toBe("{push_user_key}");
  expect(key("{telegram,chat}")).toBe("{messenger,chat}");
  expect(key("{telegram_test}")).toBe("{telegram_test}");
});

test("a list of lists of tags is read as the list of tags that it means", () => {
  expect(translated("/logs_view", 'limit=10&tags=cs.[["a","b"]]').query).toBe('limit=10&tags=cs.["a","b"]');
  expect(translated("/logs_view", "tags=cs.%5B%5B%22a%22%5D%5D").query).toBe('tags=cs.["a"]');
});

test("a good answer holds their names beside ours, at any depth; another answer is left alone", () => {
  const { answer } = translated("/rpc/settings_fn");
  const settings = { settings: { preferences: { messenger: { from: { id: 7 } } } } };
  expect(JSON.parse(String(answer(output(settings)).body))).toEqual({
    settings: { preferences: { messenger: { from: { id: 7 } }, telegram: { from: { id: 7 } } } },
  });
  const refused = output({ message: "no" }, 401);
  expect(answer(refused)).toEqual(refused);
  expect(answer({ status: 200, headers: [], body: "not JSON" }).body).toBe("not JSON");
});

test("a body that is no JSON is left for the engine to refuse", () => {
  const asked = { ...input("/metadata"), body: Buffer.from('{"signalk_version":') };
  expect(translateAliases(asked).input.body.toString()).toBe('{"signalk_version":');
});

test("switched off, nothing is translated", () => {
  const asked = input("/rpc/telegram", "x=1", { user_id: 1 });
  expect(noAliases(asked).input).toBe(asked);
});
