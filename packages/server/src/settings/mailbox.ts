/** A mailbox (RFC 5322): an address, with or without a display name. */
import addressparser from "nodemailer/lib/addressparser";

export interface Mailbox {
  /** Empty if there is none. */
  readonly name: string;
  readonly address: string;
}

/** The longest address (RFC 5321). */
const MOST_CHARACTERS = 254;

/** Parses `Log of Aava <log@example.org>` or `log@example.org`; null for anything but one mailbox. */
export function mailboxOf(text: string): Mailbox | null {
  const [only, ...more] = addressparser(text);
  if (only === undefined || more.length > 0 || only.address === undefined) return null;
  const { name, address } = only;
  const [user, host, ...rest] = address.split("@");
  const isWhole = user !== "" && host !== undefined && host !== "" && rest.length === 0;
  // The parser takes other words beside an address for the name.
  const isNamed = name === "" || /[<(]/.test(text);
  const isAddress = isWhole && isNamed && address.length <= MOST_CHARACTERS && !/[\s<>,;:]/.test(address);
  return isAddress ? { name, address } : null;
}
