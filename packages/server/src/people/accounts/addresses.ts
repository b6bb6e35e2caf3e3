/** Normalises addresses for limits, so that all spellings count as one. */
import { domainToASCII } from "node:url";
import ipaddr from "ipaddr.js";

/** The longest e-mail address an account can have, in characters. */
export const ADDRESS_MOST = 254;

/**
 * The mailbox of an e-mail address as a rate limit key, never as an address to write to. Ignores case, compatibility
 * forms (Unicode TR 15), spaces, invisible characters, dots, everything after a plus sign in the local part, and the
 * spelling of the domain (UTS 46). Mailboxes that some providers distinguish by these share a limit, which never locks
 * an owner out permanently. Text too long for an address is cut.
 */
export function mailboxOf(address: string): string {
  const plain = address
    .slice(0, ADDRESS_MOST)
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[\p{Z}\p{C}]/gu, "");
  const at = plain.lastIndexOf("@");
  if (at < 0) return plain;
  const local = plain.slice(0, at).replace(/\+.*$/s, "").replaceAll(".", "");
  const domain = plain.slice(at + 1).replace(/(?<![.。])[.。]+$/, "");
  return `${local}@${domainToASCII(domain) || domain}`;
}

/**
 * The network of one customer: an IPv4 address, or the first 64 bits of an IPv6 address, because every household has at
 * least 2^64 addresses (RFC 6177). IPv4-mapped IPv6 counts as IPv4; text that is no address is returned unchanged.
 */
export function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  if (!(parsed instanceof ipaddr.IPv6)) return parsed.toString();
  const network = parsed.parts.slice(0, 4).map((part) => part.toString(16));
  return `${network.join(":")}::/64`;
}
