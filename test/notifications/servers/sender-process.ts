/** A process that sends what waits in the outbox of the database whose URL it is given, until it is stopped. */
import { setTimeout as sleep } from "node:timers/promises";
import { connectPostgres } from "../../../src/db/postgres.ts";
import { openCoast } from "../../../src/geo/map/coast.ts";
import { openChannels } from "../../../src/notifications/channels/channels.ts";
import { outbox } from "../../../src/notifications/outbox/outbox.ts";
import { ignoreAll } from "../../../src/observe.ts";

const pool = connectPostgres({ url: process.argv[2] ?? "", max: 4 });
const settings = {
  smtpUrl: null,
  smtpPlainPassword: false,
  mailFrom: { name: "", address: "" },
  pushToken: null,
  pushApiUrl: "http://127.0.0.1:9/",
  messengerToken: null,
  messengerApiUrl: "http://127.0.0.1:9/",
  privateWebhooks: "true",
  webUrl: "",
} as const;
const post = outbox({
  service: (work) => pool.transaction(work, { role: "wakelog_worker" }),
  channels: openChannels(settings, "secret", openCoast("no such folder", ignoreAll)),
  codeMinutes: 15,
  webUrl: "",
  observe: ignoreAll,
});
for (;;) {
  await post.deliver();
  await sleep(50);
}
