/** When rows were made and changed, for clients that fetch only what is new. */
import { expect, it } from "vitest";
import { enteringForTests, ROWS } from "../../boat/voyages/corrections/entering.ts";

const person = enteringForTests();
const { service } = person;

interface Row {
  readonly id: number;
  readonly created_at: string;
  readonly updated_at: string;
}
const rows = (path: string): Promise<readonly Row[]> =>
  person.skipper.rows(`/${path}?select=id,created_at,updated_at&order=id`);
const read = async () => Promise.all(["logbook", "stays", "moorages"].map(rows));

it("stay as they were when the logbook is derived again without a change", async () => {
  await person.skipper.send(ROWS);
  const before = await read();
  await person.skipper.call("refold_fn", {});
  await service.drainJobs();
  await person.skipper.send(ROWS);
  expect(await read()).toEqual(before);
});

it("tell what users and the service changed since", async () => {
  await person.skipper.send(ROWS.slice(0, -1));
  const [log] = await rows("logbook");
  const [newest] = await person.skipper.rows("/logbook?select=updated_at&order=updated_at.desc&limit=1");
  const since = async (path: string): Promise<readonly number[]> =>
    (
      await person.skipper.rows(`/${path}?select=id&updated_at=gt.${newest.updated_at.replace("+", "%2B")}`)
    ).map(({ id }: Row) => id);
  expect(await since("logbook")).toEqual([]);
  await person.change(`/logbook?id=eq.${log?.id}`, { notes: "Calm" });
  expect(await since("logbook")).toEqual([log?.id]);
  expect(await since("logs_view")).toEqual([log?.id]);
  for (const path of ["stays", "moorages"]) {
    const [row] = await rows(path);
    await person.change(`/${path}?id=eq.${row?.id}`, { user_data: { mood: "calm" } });
    expect(await since(path)).toContain(row?.id);
  }
  for (const { created_at: made, updated_at: changed } of (await read()).flat())
    expect(made <= changed).toBe(true);
});
