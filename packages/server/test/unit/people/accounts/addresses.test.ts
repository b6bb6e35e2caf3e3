/** An address counts as one in every spelling. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { mailboxOf, networkOf } from "../../../../src/people/accounts/addresses.ts";

describe("a mailbox", () => {
  it.each([
    " victim@example.org",
    "victim@example.org\u00a0\u3000\t",
    "VICTIM@Example.ORG",
    "v.i.c.t.i.m@example.org",
    "victim+news@example.org",
    "victim+a+b.c@example.org",
    "victim@example.org.",
    "ｖictim@example.org",
    "victim@ｅxample。org",
    "vic\u200btim@example\u00ad.org",
  ])("is the same as %j", (written) => {
    expect(mailboxOf(written)).toBe(mailboxOf("victim@example.org"));
  });

  it("differs if name or domain differ", () => {
    for (const other of ["victor@example.org", "victim@example.com", "victim@mail.example.org"]) {
      expect(mailboxOf(other)).not.toBe(mailboxOf("victim@example.org"));
    }
  });

  it("ignores case, dots, tags and spaces", () => {
    const letters = fc.stringMatching(/^[a-z0-9]{1,12}$/);
    const gap = fc.constantFrom("", ".", " ", "\u200b", "\u00a0");
    fc.assert(
      fc.property(
        letters,
        letters,
        fc.array(gap, { minLength: 13, maxLength: 13 }),
        letters,
        (local, tag, gaps, host) => {
          const plain = `${local}@${host}.example`;
          const dressed = [...local].map((letter, i) => `${letter.toUpperCase()}${gaps[i]}`).join("");
          expect(mailboxOf(`${dressed}+${tag}@${host.toUpperCase()}.Example`)).toBe(mailboxOf(plain));
        },
      ),
    );
  });
});

describe("a network", () => {
  it.each([
    ["192.0.2.7", "192.0.2.7"],
    ["::ffff:192.0.2.7", "192.0.2.7"],
    ["2001:db8:1:2::1", "2001:db8:1:2::/64"],
    ["2001:0DB8:0001:0002:ffff:ffff:ffff:ffff", "2001:db8:1:2::/64"],
    ["2001:db8::1", "2001:db8:0:0::/64"],
    ["fe80::1%eth0", "fe80:0:0:0::/64"],
    ["", ""],
    ["unix:", "unix:"],
  ])("of %j is %j", (address, network) => {
    expect(networkOf(address)).toBe(network);
  });

  it("is shared by all addresses of a /64, but not by the next /64", () => {
    const part = fc.integer({ min: 0, max: 0xffff });
    const hex = (parts: readonly number[]) => parts.map((one) => one.toString(16)).join(":");
    fc.assert(
      fc.property(
        fc.tuple(part, part, part, part),
        fc.tuple(part, part, part, part),
        fc.tuple(part, part, part, part),
        (network, one, other) => {
          const mapped = network.slice(0, 4).every((p) => p === 0);
          fc.pre(!mapped);
          const whole = networkOf(hex([...network, ...one]));
          expect(networkOf(hex([...network, ...other]))).toBe(whole);
          const next = [...network.slice(0, 3), network[3] ^ 1];
          expect(networkOf(hex([...next, ...one]))).not.toBe(whole);
        },
      ),
    );
  });
});
