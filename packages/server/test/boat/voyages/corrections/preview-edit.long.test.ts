/** Previews of edits: they show what the edit then does, and change nothing. */
import { expect, it } from "vitest";
import { at, enteringForTests, ROWS } from "./entering.ts";

const person = enteringForTests();

interface Shown {
  readonly id: number | null;
  readonly name: string | null;
  readonly started: string;
  readonly ended: string;
  readonly distance: number;
}

/** Everything of the logbook that an edit could change. */
const everything = () =>
  Promise.all(
    [
      "/logbook?order=id",
      "/stays?order=id&select=id,name,arrived,departed,moorage_id,stay_code",
      "/moorages?order=id&select=id,name,stay_code,reference_count",
      "/edits_view",
      "/eventlogs_view?order=id",
    ].map((path) => person.skipper.rows(path)),
  );
const logs = (): Promise<readonly (Shown & { readonly id: number })[]> =>
  person.skipper.rows("/logs_view?order=started&select=id,name,started,ended,distance");
const times = (shown: readonly Shown[]) => shown.map(({ started, ended }) => [started, ended]);

async function preview(
  body: object,
): Promise<{ readonly before: readonly Shown[]; readonly after: readonly Shown[] }> {
  const was = await everything();
  const answer = await person.skipper.call("preview_edit_fn", body);
  expect(answer.status, answer.text).toBe(200);
  await person.service.drainJobs();
  expect(await everything()).toEqual(was);
  return answer.json;
}

it("shows what a split, a join, a trim and a deletion then make", async () => {
  await person.skipper.send(ROWS);
  const [first, second] = await logs();
  const split = { _id: first?.id, split_time: at(85) };
  const shown = await preview({ edit: "split", ...split });
  expect(shown.before).toMatchObject([{ id: first?.id, name: first?.name, distance: first?.distance }]);
  expect(shown.after.map(({ id }) => id)).toEqual([first?.id, null]);
  expect((await person.skipper.call("split_logbook_fn", split)).status).toBe(200);
  await person.service.drainJobs();
  const parts = (await logs()).slice(0, 2);
  expect(times(shown.after)).toEqual(times(parts));
  for (const [n, part] of shown.after.entries())
    expect(part.distance).toBeCloseTo(parts[n]?.distance ?? 0, 1);

  const joining = await preview({ edit: "join", _id: first?.id, other: second?.id });
  expect(joining.before).toHaveLength(3);
  expect(joining.after).toMatchObject([{ id: first?.id, started: first?.started, ended: second?.ended }]);

  const trimmed = await preview({ edit: "trim", _id: second?.id, started: at(240) });
  expect(trimmed.after.map(({ started }) => Date.parse(started))).toEqual([Date.parse(at(240))]);
  expect(trimmed.after[0]?.distance).toBeLessThan(second?.distance ?? 0);

  const deleted = await preview({ edit: "delete", _id: second?.id });
  expect([deleted.before.map(({ id }) => id), deleted.after]).toEqual([[second?.id], []]);
});

it.each([
  [{ edit: "split" }, "split_time is missing"],
  [{ edit: "split", split_time: at(5000) }, /^split_time .* is not within log/],
  [{ edit: "join" }, "other is missing"],
  [{ edit: "trim" }, "started or ended is missing"],
  [{ edit: "paint" }, "edit is not paint"],
])("of %j it says why it cannot be made", async (edit, message) => {
  await person.skipper.send(ROWS);
  const [log] = await logs();
  const answer = await person.skipper.call("preview_edit_fn", { _id: log?.id, ...edit });
  expect(answer.status).toBe(400);
  expect(answer.json.message).toMatch(message);
});

it("is null of a log that is not the caller's", async () => {
  const answer = await person.skipper.call("preview_edit_fn", { _id: 999_999, edit: "delete" });
  expect([answer.status, answer.json]).toEqual([200, null]);
});
