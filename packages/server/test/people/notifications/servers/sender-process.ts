/** A process that sends the outbox of the database whose URL it is given, until it is stopped. */
import { setTimeout as sleep } from "node:timers/promises";
import { connectPostgres } from "@wakelog/data-api/db/postgres.ts";
import { openCoast } from "@wakelog/kit/geo/map/coast.ts";
import { ignoreAll } from "@wakelog/kit/observe.ts";
import { openChannels } from "../../../../src/people/notifications/channels/channels.ts";
import { outbox } from "../../../../src/people/notifications/outbox/outbox.ts";

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
