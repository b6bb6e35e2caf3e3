/** Other machines: the mail server, and this service's public addresses. */

import { verifyMail } from "../../people/notifications/channels/email.ts";
import type { Config } from "../../settings/config.ts";
import { about, type Finding, reasonOf } from "./finding.ts";

const ANSWER_MS = 10_000;

export async function checkMail({ smtpUrl, smtpPlainPassword, mailFrom }: Config): Promise<Finding> {
  const { ok, wrong, unset } = about("mail");
  if (smtpUrl === null) return unset("WAKELOG_SMTP_URL names no server; messages wait in the outbox");
  try {
    await verifyMail({ url: smtpUrl, from: mailFrom, mayBePlain: smtpPlainPassword });
    return ok(`the server takes mail from ${mailFrom.address}`);
  } catch (cause) {
    return wrong(`the server of WAKELOG_SMTP_URL takes no mail: ${reasonOf(cause)}`);
  }
}

export async function checkPublicAddress({ apiUrl }: Config): Promise<Finding> {
  const { ok, wrong, unset } = about("public address");
  if (apiUrl === "") return unset("WAKELOG_API_URL is empty; browsers look for the API beside the dashboard");
  try {
    const answer = await fetch(`${apiUrl}/`, { signal: AbortSignal.timeout(ANSWER_MS) });
    const isApi = answer.ok && (await answer.text()).includes('"swagger"');
    return isApi ? ok(apiUrl) : wrong(`${apiUrl} answers ${answer.status}, but it is not the API`);
  } catch (cause) {
    return wrong(`${apiUrl} cannot be reached: ${reasonOf(cause)}`);
  }
}
