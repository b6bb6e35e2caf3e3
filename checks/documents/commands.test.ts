/** Every command of the owners' pages is run by a test, or stands here with the reason why none does. */
import { expect, it } from "vitest";
import { commandsIn, OWNERS_PAGES } from "./documents.ts";
import { missing, type Proof } from "./proofs.ts";

const proof = (file: string, title: string): Proof => ({ file: `packages/server/test/${file}`, title });

const AS_WRITTEN = proof("deployment/commands", "owners' commands do what their documents say");
const THERE_AND_BACK = proof(
  "deployment/installing/going-back",
  "an older version refuses the newer schema and says what to do, and the guide leads back",
);
const LIMITED = "deployment/limited-role";
const PEOPLE = "cli/people";
const CONTAINERS = "needs Docker; .ci/containers builds and sails the same images with Podman";
const MACHINE = "changes the machine's packages, users, disks or services";
const SETTING = "is a setting, no command";

/** Which commands, and the test that runs them or the reason why none does. */
const COMMANDS: readonly (readonly [RegExp, Proof | string])[] = [
  // Owners and operators.
  [/^sudo -u wakelog \.\/bin\/wakelog restore /, THERE_AND_BACK],
  [/^(?:[A-Z_]+="?[^" ]*"? |sudo -u wakelog )*\.\/bin\/wakelog |^curl /, AS_WRITTEN],
  [/versions\/\$(?:VERSION|BEFORE)\/node_modules.* && sudo systemctl restart wakelog$/, THERE_AND_BACK],
  [/^sudo (?:mv|install --directory .*) \/var\/lib\/wakelog/, THERE_AND_BACK],
  [/^sudo systemctl (?:stop|start) wakelog$/, THERE_AND_BACK],
  [
    /^sudo sed .*tls internal/,
    proof("deployment/installing/https-aboard", "Caddy signs a certificate by itself, as the guide says"),
  ],
  [/^pg_dump /, proof(LIMITED, "is enough for the dumps that the guide and the backup name")],
  [
    /^create (?:role|database|extension) |^\\c /,
    proof(LIMITED, "migrates, serves and works: from a sign-up to two finished logs"),
  ],
  [
    /^wakelog user (?:list|verify|disable)/,
    proof(PEOPLE, "lists people, proves an address, and locks an account until it is opened again"),
  ],
  [/^wakelog user reset/, proof(PEOPLE, "gives a link for a new password, which works once")],
  [/^wakelog user outbox/, proof(PEOPLE, "shows what could not be mailed, and why")],
  [/^wakelog token /, proof(PEOPLE, "prints tokens that open what they are for, and no others")],
  [
    /^wakelog user delete/,
    proof(
      "cli/user-delete",
      "deletes an account, its boat and every row of them from every table, and nothing of others",
    ),
  ],
  [
    /^wakelog events/,
    proof(
      "cli/events",
      "an event that was given up is shown with its reason, and done once its cause is gone and it is tried again",
    ),
  ],
  [
    /^wakelog refold |^Kapla \(|^(?:before|after): /,
    proof(
      "cli/refold",
      "brings back a logbook that was lost, ids and names included, beside a running service and without one",
    ),
  ],
  [
    /^wakelog import you\.zip {2}/,
    proof(
      "service/account-file/command-line",
      "mails users without a password, and fills a boat that has no rows",
    ),
  ],
  [
    /^wakelog import you\.zip --password-stdin/,
    proof("service/account-file/command-line", "takes a person with a boat from one installation to another"),
  ],
  [
    /^kill -HUP /,
    proof(
      "service/processes/ending",
      "are replaced without one failed request, also of clients that keep their connections",
    ),
  ],
  [/^npm ci && npm start$/, proof("cli/npm-start", "ends the service and its database when npm is stopped")],
  // What no test can run here.
  [/^npm test$/, "runs the tests"],
  [/^npm install "\$FILE"$|^npx wakelog start$/, "fetches packages; tests reach only this machine"],
  [/^(?:docker|git pull$)/, CONTAINERS],
  [
    /^cp \.env\.example|^sed .*(?:POSTGRES_PASSWORD|WAKELOG_JWT_SECRET)|^openssl rand -hex \d+ +#/,
    CONTAINERS,
  ],
  [/^(?:DATABASE|WAKELOG)_[A-Z_]+=\S+(?: +#.*)?$|^alter role /, SETTING],
  [/^sudo (?:apt-get|systemctl|useradd) /, MACHINE],
  [
    /^sudo (?:mkdir|cp|ln|install|npm install|sed|du) |^cd \/opt|^printf .*sudo tee|^openssl .*sudo -u/,
    MACHINE,
  ],
  [/^node --version$|^df /, "shows a figure of the owner's machine"],
  [/^ssh /, "needs two more machines"],
];
const entryFor = (command: string) => COMMANDS.find(([which]) => which.test(command));
const ALL = OWNERS_PAGES.flatMap((page) => commandsIn(page).map((command) => ({ page, command })));

it("has a test that runs each command, or a reason why none does", () => {
  expect(ALL.length).toBeGreaterThan(80);
  expect(ALL.filter(({ command }) => entryFor(command) === undefined)).toEqual([]);
});

it("names tests that there are, and no command that there is not", () => {
  const proofs = COMMANDS.flatMap(([, by]) => (typeof by === "string" ? [] : [by]));
  expect(missing(proofs)).toEqual([]);
  const used = new Set(ALL.map(({ command }) => entryFor(command)));
  expect(COMMANDS.filter((entry) => !used.has(entry)).map(([which]) => which.source)).toEqual([]);
});
