/** Normal forms of addresses for limits, so that an address counts as one, however it is written. */
import { domainToASCII } from "node:url";
import ipaddr from "ipaddr.js";

/** The most characters of an e-mail address: longer ones have no account anywhere. */
export const ADDRESS_MOST = 254;

/**
 * The mailbox of an e-mail address as a key for counting, never as an address to write to. Case, compatibility forms
 * (Unicode TR 15), spaces, invisible characters, dots and everything after a plus sign in the local part are ignored, and
 * so is the spelling of the domain (UTS 46). At some providers these distinguish mailboxes: such mailboxes then share a
 * limit, which never locks an owner out for good. Of a text that is too long for an address, the beginning counts.
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
 * least 2^64 addresses (RFC 6177). An IPv4 address mapped into IPv6 is the IPv4 address. Text that is not an address is
 * returned unchanged.
 */
export function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  if (!(parsed instanceof ipaddr.IPv6)) return parsed.toString();
  const network = parsed.parts.slice(0, 4).map((part) => part.toString(16));
  return `${network.join(":")}::/64`;
}
