import { describe, expect, it } from "vitest";
import { isPlainAndPublic, readLine } from "../../src/link/address.ts";

describe("the line", () => {
  it.each([
    ["log.example.org/7K3M9QXP", "https://log.example.org", "7K3M9QXP"],
    [" log.example.org/7k3m-9qxp ", "https://log.example.org", "7K3M9QXP"],
    ["log.example.org/7K3M 9QXP", "https://log.example.org", "7K3M9QXP"],
    ["log.example.org 7k3m - 9qxp", "https://log.example.org", "7K3M9QXP"],
    ["http://192.168.1.5:3000/7K3M9QXP", "http://192.168.1.5:3000", "7K3M9QXP"],
    ["log.example.org/api/7K3M9QXP/", "https://log.example.org/api", "7K3M9QXP"],
  ])("%s names a server and a code", (line, server, code) => {
    expect(readLine(line)).toEqual({ server, code, token: null });
  });

  it("may have a vessel's token instead", () => {
    const expected = { server: "https://log.example.org/api", code: null, token: "ey.x.y" };
    expect(readLine("https://log.example.org/api/ ey.x.y")).toEqual(expected);
  });

  it.each([
    "",
    "log.example.org",
    "log.example.org/7K3M9QX",
    "log.example.org/7K3M9QXO",
    "ftp://x/7K3M9QXP",
    "a b c",
    "log.example.org/%zz",
  ])("%j is none", (line) => {
    expect(() => readLine(line)).toThrow(/log\.example\.org/);
  });
});

it("tells plain HTTP to the boat's own network from plain HTTP to anywhere", () => {
  const own = [
    "https://log.example.org",
    "http://localhost:1",
    "http://10.1.2.3",
    "http://pi.local",
    "http://[fe80::1]",
  ];
  expect(own.filter(isPlainAndPublic)).toEqual([]);
  const others = ["http://log.example.org", "http://8.8.8.8", "http://[2001:db8::1]"];
  expect(others.filter((server) => !isPlainAndPublic(server))).toEqual([]);
});
