/** `wakelog grafana`: gives a user's Grafana access to that user's boats only. */
import { usageOf } from "../arguments.ts";
import { type Command, UsageError } from "../command.ts";
import { atInstallation } from "../operator.ts";
import { grantGrafana, revokeGrafana } from "./logins.ts";

export const grafanaCommand: Command = {
  name: "grafana",
  usage: "grant|revoke EMAIL",
  sentence:
    "Give an account a login with which Grafana reads its boats, or a new password for it; or take the login away.",
  words: [2, 2],
  takesSettings: true,
  async run({ words: [action, email = ""], settings }) {
    if (action === "revoke") {
      const login = await atInstallation(settings, (installation) => revokeGrafana(installation, email));
      console.log(`${email}: ${login} is dropped`);
    } else if (action === "grant") {
      await atInstallation(settings, async (installation) => {
        const { login, password, isShut } = await grantGrafana(installation, email);
        const { hostname, port, pathname } = new URL(installation.url);
        console.log(`host:     ${hostname}:${port === "" ? "5432" : port}`);
        console.log(`database: ${decodeURIComponent(pathname.slice(1))}`);
        console.log(`user:     ${login}`);
        console.log(`password: ${password} (this is the only time that it is shown)`);
        if (!isShut) console.error(STILL_OPEN);
      });
    } else throw new UsageError(usageOf(grafanaCommand));
  },
};

const STILL_OPEN =
  "This database lets every login hold locks that others wait for and fill the disk. Only a superuser can change " +
  'that; docs/grafana.md says how. Until then, give this login only to people you would give "psql".';
