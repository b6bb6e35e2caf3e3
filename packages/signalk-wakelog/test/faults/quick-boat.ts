/** A boat whose clock runs fifty times as fast, until it is killed. It says the serial of each row that the buffer has. */
import { RowBuffer } from "../../src/buffer/row-buffer.ts";
import { machineClocks } from "../../src/machine.ts";
import { wakelog } from "../../src/plugin.ts";
import { StubServer } from "../stub-server.ts";

const QUICK = 50;
const [folder = "", pairing = "", first = "0"] = process.argv.slice(2);
let serial = Number(first);

const started = Date.now();
machineClocks.monotonic = () => performance.now() * QUICK;
machineClocks.system = () => started + performance.now() * QUICK;
const { setInterval: slowly } = globalThis;
globalThis.setInterval = Object.assign((act: () => void, ms = 0) => slowly(act, ms / QUICK), slowly);

const { append } = RowBuffer.prototype;
RowBuffer.prototype.append = function (this: RowBuffer, draft, urgent) {
  serial += 1;
  append.call(this, { ...draft, values: { ...draft.values, "test.serial": serial } }, urgent);
  if (this.queue.size === 0) process.stdout.write(`${serial}\n`);
};

const server = new StubServer(folder);
wakelog(server).start({ pairing });
let course = 0;
slowly(() => {
  course += 0.3;
  server.say("navigation.datetime", new Date(machineClocks.system()).toISOString());
  server.say("navigation.speedOverGround", 3);
  server.say("navigation.courseOverGroundTrue", course % 6);
  server.say("navigation.position", { latitude: 59.5 + course / 3000, longitude: 22.5 });
}, 4);
