/** Addresses as limits count them: whoever can write one address in many ways is still counted once. */
import { domainToASCII } from "node:url";
import ipaddr from "ipaddr.js";

/**
 * The mailbox that an e-mail address names, as a key for counting; never to be written to. Case, compatibility forms
 * (Unicode TR 15), spaces, invisible characters, dots and what follows a plus sign in the local part do not count, nor
 * does the spelling of the domain (UTS 46). At some providers these make other mailboxes: there, such neighbours share a
 * limit, which refuses nobody's sign-in.
 */
export function mailboxOf(address: string): string {
  const plain = address
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[\p{Z}\p{C}]/gu, "");
  const at = plain.lastIndexOf("@");
  if (at < 0) return plain;
  const local = plain.slice(0, at).replace(/\+.*$/s, "").replaceAll(".", "");
  const domain = plain.slice(at + 1).replace(/[.。]+$/, "");
  return `${local}@${domainToASCII(domain) || domain}`;
}

/**
 * The network that one customer has: an IPv4 address, or the first 64 bits of an IPv6 address, of which every household
 * has 2^64 (RFC 6177). An IPv4 address mapped into IPv6 is the IPv4 address. What is not an address stands for itself.
 */
export function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  if (!(parsed instanceof ipaddr.IPv6)) return parsed.toString();
  const network = parsed.parts.slice(0, 4).map((part) => part.toString(16));
  return `${network.join(":")}::/64`;
}
