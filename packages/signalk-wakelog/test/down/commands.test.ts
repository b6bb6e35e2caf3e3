import { join } from "node:path";
import { expect, it } from "vitest";
import { Commands } from "../../src/down/commands.ts";
import { Kept } from "../../src/down/kept.ts";
import { Outbox } from "../../src/link/outbox.ts";
import { emptyFolder } from "../folder.ts";
import { StubServer } from "../stub-server.ts";

const NOW = 1_780_315_200_000;

/** What takes commands in a run of the plugin. */
function run(folder: string, server = "https://log.example.org") {
  const outbox = new Outbox();
  const sent: string[] = [];
  const commands = new Commands({
    app: new StubServer(folder),
    id: "signalk-wakelog",
    kept: new Kept(join(folder, "aboard.json")),
    outbox,
    server: () => server,
    now: () => NOW,
    watchAnchor: () => undefined,
    send: () => sent.push("send"),
    setMode: () => undefined,
    log: () => undefined,
  });
  return { commands, outbox, sent };
}

const send = (id: string) => ({ id, kind: "send", data: {}, expires: NOW + 600_000 });

it("carries a command out once, over restarts too, and reports it again", () => {
  const folder = emptyFolder();
  const first = run(folder);
  first.commands.take([send("a"), send("a")]);
  const second = run(folder);
  second.commands.take([send("a"), send("b")]);
  expect([first.sent.length, second.sent.length]).toEqual([1, 1]);
  expect(second.outbox.waiting().done).toEqual([
    ["a", true, ""],
    ["b", true, ""],
  ]);
});

it("carries none out that came over plain HTTP from a public address, and all from the boat's own network", () => {
  const far = run(emptyFolder(), "http://log.example.org");
  far.commands.take([send("a")]);
  expect([far.sent, far.outbox.waiting().done]).toEqual([
    [],
    [["a", false, "The link is not encrypted. Use https."]],
  ]);
  const near = run(emptyFolder(), "http://192.168.1.5:3000");
  near.commands.take([send("a")]);
  expect(near.sent).toEqual(["send"]);
});
