import { describe, expect, it } from "vitest";
import { listProblem, patternProblem } from "../../../../src/engine/request/pattern.ts";

describe("a pattern", () => {
  it.each(
    [
      [
        "",
        "^Kapla",
        "^(out|home)$",
        "a+b*c?",
        "(ab)+",
        "(a|b){1,32}",
        "a{32}",
        "a{3,}",
        "x{",
        "{x}",
        "a*?b+?c{2}?",
      ],
      [
        "[*+?{33}]+",
        "[]()*]+",
        "[^]()*]+",
        "[[:alpha:]]+",
        "[[.).]]*",
        "[[=(=]]*",
        "[a\\]*]+",
        "\\(a*\\)*",
        "\\*+",
        "\\\\+",
      ],
      [
        "\\d+\\.\\d*",
        "\\u0028*",
        "\\x28+",
        "\\cA+",
        "\\myacht\\M",
        "[[:<:]]yacht[[:>:]]",
        "(?i)kapla",
        "(?x) a b * # (a*)*",
      ],
      [
        "***=(a*)*(?=x)\\1",
        "(?q)(a*)*",
        "***:(?i)a+",
        "(?:ab)+",
        "a(?#b*+{99})c",
        "(a(b(c)))d",
        "(a*)(b*)",
        "\\0+",
        "(å+|ö?)x",
      ],
    ].flat(),
  )("%s is taken", (pattern) => {
    expect(patternProblem(pattern)).toBeNull();
  });

  it.each([
    ...[
      "(a*)*",
      "(a+)+",
      "(a?)*",
      "(a{2}){3}",
      "(.{0,20}){0,20}",
      "((a*))*",
      "((a)*b)+",
      "(?:a*)*",
      "(a|b*)*",
      "(x(y|z+)w)?",
    ],
    ...[
      "(a*?)*",
      "(a*?)+?",
      "a**",
      "a*+",
      "a{2}{3}",
      "(a{1,2})*",
      "([(]a*)*",
      "([]]a*)*",
      "(\\)a*)*",
      "(?i)(a*)*",
      "***:(a*)*",
    ],
    ...[
      "(?x)( a * ) *",
      "(?x)(a*#)\n)*",
      "(a(?#x)b*)*",
      "(?iqe)(a*)*",
      "(?xt)(a*)*",
      "((a*)|b)*",
      "(\\d+)*",
      "([[:alpha:]]+)*",
    ],
  ])("%s repeats what repeats", (pattern) => {
    expect(patternProblem(pattern)).toMatch(/repetition/);
  });

  it.each([
    ["a{33}", /32 times/],
    ["a{0,33}", /32 times/],
    ["(ab){99,}", /32 times/],
    ["a{00000000099}", /32 times/],
    ["(a)\\1", /refer back/],
    ["(?=a)b", /ahead/],
    ["(?!a)b", /ahead/],
    ["(?<=a)b", /ahead/],
    ["(?<!a)b", /ahead/],
    ["((?=a*))*", /ahead/],
    ["(?b)\\(a*\\)*", /can read/],
    ["(a", null],
    ["a)", /can read/],
    ["[a", /can read/],
    ["a\\", /can read/],
    ["*a", /can read/],
    ["a{2", /can read/],
    ["x".repeat(201), /200 characters/],
    ["😀".repeat(200), null],
  ] as const)("%s", (pattern, problem) => {
    if (problem === null) expect(patternProblem(pattern)).toBeNull();
    else expect(patternProblem(pattern)).toMatch(problem);
  });
});

describe("a list of patterns", () => {
  it("is looked at pattern by pattern, and read in one way only", () => {
    expect(listProblem("{a,b*,^c}")).toBeNull();
    expect(listProblem('{"a b","x\\\\d+"}')).toBeNull();
    expect(listProblem("{}")).toBeNull();
    expect(listProblem('{a,"(a*)*"}')).toMatch(/repetition/);
    expect(listProblem('{a,"\\(a*\\)*"}')).toMatch(/list/);
    expect(listProblem("{a,(a*)*}")).toMatch(/repetition/);
    for (const other of ["{{a},{b}}", "[0:0]={a}", "a", "{a", "{a,}", "{a\\,b}", " {a}", '{a"b"}']) {
      expect(listProblem(other), other).toMatch(/list/);
    }
  });
});
