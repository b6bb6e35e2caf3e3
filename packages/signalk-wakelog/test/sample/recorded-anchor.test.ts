import { describe, expect, it } from "vitest";
import { Sea } from "./sea.ts";

it("records the anchor watch of this plugin as that of any other", () => {
  const sea = new Sea();
  const ours = "signalk-wakelog";
  sea.say("navigation.anchor.maxRadius", 40, ours);
  sea.say("notifications.navigation.anchor", { state: "alarm", message: "Drags" }, ours);
  expect(sea.rows.at(-1)?.values).toEqual({ "navigation.anchor.maxRadius": 40 });
  expect(sea.rows.at(-1)?.facts?.alarms).toEqual({
    "navigation.anchor": { state: "alarm", message: "Drags" },
  });
});

describe("the anchor watch of another plugin", () => {
  it("is recorded at once, and its end for five minutes", () => {
    const sea = new Sea();
    sea.pass(10, () => sea.fix(59.5, 22.5));
    sea.say("navigation.anchor.position", { latitude: 59.5, longitude: 22.5 }, "anchoralarm");
    sea.say("navigation.anchor.maxRadius", 40, "anchoralarm");
    sea.pass(10, () => sea.fix(59.5, 22.5));
    expect(sea.rows.at(-1)?.values).toMatchObject({ "navigation.anchor.maxRadius": 40 });
    sea.say("navigation.anchor.position", null, "anchoralarm");
    sea.say("navigation.anchor.maxRadius", null, "anchoralarm");
    sea.pass(10, () => sea.fix(59.5, 22.5));
    expect(sea.rows.at(-1)?.values).toEqual({
      "navigation.anchor.maxRadius": null,
      "navigation.anchor.position.latitude": null,
      "navigation.anchor.position.longitude": null,
    });
    sea.pass(600, () => sea.fix(59.5, 22.5));
    expect(sea.rows.at(-1)?.values).toEqual({});
  });
});
