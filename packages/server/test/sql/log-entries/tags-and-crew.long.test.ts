/** Tags and crew of a log: written one without the other, bounded, and listed. */
import { expect, it } from "vitest";
import { enteringForTests, ROWS } from "../../boat/voyages/corrections/entering.ts";

const person = enteringForTests();

it("are set one without the other, survive finishing, and are listed once each", async () => {
  await person.skipper.send(ROWS);
  const ids = (await person.skipper.rows("/logbook?select=id")).map(({ id }: { id: number }) => id);
  const say = (id: number, observations: object) =>
    person.skipper.call("update_logbook_observations_fn", {
      _id: id,
      observations: JSON.stringify(observations),
    });
  for (const id of ids) expect((await say(id, { crew: ["Elias", "Aino"] })).json).toBe(true);
  expect((await say(ids[0], { tags: ["race"] })).json).toBe(true);
  await person.skipper.call("refold_fn", {});
  await person.service.drainJobs();
  const [log] = await person.skipper.rows(`/log_view?id=eq.${ids[0]}&select=extra`);
  expect(log.extra).toMatchObject({ crew: ["Elias", "Aino"], tags: ["race"] });
  expect(await person.skipper.rows("/rpc/logs_crew_fn")).toEqual(["Aino", "Elias"]);
  expect(await person.skipper.rows("/rpc/logs_tags_fn")).toEqual(["race"]);
  expect((await say(ids[0], { crew: null })).json).toBe(true);
});

it.each([
  ["crew", "Aino"],
  ["crew", [1]],
  ["tags", [""]],
  ["tags", ["x".repeat(101)]],
  ["tags", Array.from({ length: 51 }, (_, n) => `Tag ${n}`)],
])("%s may not be %j", async (member, value) => {
  await person.skipper.send(ROWS);
  const [log] = await person.skipper.rows("/logbook?select=id&limit=1");
  const answer = await person.patch(`/log_view?id=eq.${log.id}`, { extra: { [member]: value } });
  expect([answer.status, answer.json.message]).toEqual([
    400,
    `${member} must be a list of at most 50 names, each of 1 to 100 characters`,
  ]);
});
