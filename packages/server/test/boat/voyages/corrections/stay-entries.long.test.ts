/** Stays entered by hand belong to a moorage and count as visits like any other. */
import { describe, expect, it } from "vitest";
import { at, enteringForTests, ROWS } from "./entering.ts";

const person = enteringForTests();

describe("a stay entered by hand", () => {
  it("has its length, its moorage, and counts as a visit there", async () => {
    await person.skipper.send(ROWS);
    const [home] = await person.skipper.rows("/moorages?order=id");
    await person.change(`/moorages?id=eq.${home.id}`, { name: "Home" });
    const [before] = await person.skipper.rows(`/moorage_view?id=eq.${home.id}`);
    const id = await person.enter("/stays", {
      ...{ latitude: home.latitude, longitude: home.longitude },
      ...{ arrived: at(-500), departed: at(-380) },
    });
    const [stay] = await person.skipper.rows(`/stays?id=eq.${id}`);
    expect(stay).toMatchObject({ name: "Home", moorage_id: home.id, duration: "PT2H" });
    const [after] = await person.skipper.rows(`/moorage_view?id=eq.${home.id}`);
    expect(after.arrivals_departures).toBe(before.arrivals_departures + 1);
    await person.change(`/stays?id=eq.${id}`, { departed: at(-440) });
    expect((await person.skipper.rows(`/stays?id=eq.${id}`))[0].duration).toBe("PT1H");
    expect((await person.delete(`/stays?id=eq.${id}`)).status).toBe(204);
    await person.service.drainJobs();
    expect((await person.skipper.rows(`/moorage_view?id=eq.${home.id}`))[0].arrivals_departures).toBe(
      before.arrivals_departures,
    );
  });

  it("makes a moorage where there was not one, and may be given by its moorage alone", async () => {
    const id = await person.enter("/stays", {
      latitude: 59,
      longitude: 22,
      stay_code: 3,
      arrived: at(0),
      departed: at(60),
    });
    const [made] = await person.skipper.rows("/moorages");
    expect(made).toMatchObject({ stay_code: 3, reference_count: 1, stay_id: id });
    const again = await person.enter("/stays", { moorage_id: made.id, arrived: at(100), departed: at(160) });
    expect((await person.skipper.rows(`/stays?id=eq.${again}`))[0]).toMatchObject({
      moorage_id: made.id,
      latitude: 59,
      stay_code: 3,
    });
  });
});
