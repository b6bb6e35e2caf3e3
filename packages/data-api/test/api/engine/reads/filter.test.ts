import { describe, expect, it } from "vitest";
import { filteredForTests, type Row } from "./filtered.ts";

const { o, found, stars, nights } = filteredForTests();

describe("operators", () => {
  it.each<[string, readonly string[]]>([
    ["name=eq.Vega", ["Vega"]],
    ["class=neq.M", ["Arcturus", "Sirius", "Vega"]],
    ["number=gt.5340", ["Vega"]],
    ["number=gte.5340", ["Arcturus", "Vega"]],
    ["number=lt.699", ["Proxima"]],
    ["number=lte.699", ["Barnard's Star", "Proxima"]],
    ["name=like.*a", ["Proxima", "Vega"]],
    ["name=ilike.*A*", ["Arcturus", "Barnard's Star", "Proxima", "Vega"]],
    ["name=match.^A", ["Arcturus"]],
    ["name=imatch.^v", ["Vega"]],
    ["class=in.(K,A)", ["Arcturus", "Sirius", "Vega"]],
    ["aliases=cs.{Alpha Ori}", ["Betelgeuse"]],
    ["aliases=cd.{Alpha Ori,Alpha Lyr}", ["Arcturus", "Betelgeuse", "Vega"]],
    ["aliases=ov.{Alpha Ori,Alpha Lyr}", ["Betelgeuse", "Vega"]],
    ["notes=is.null", ["Vega"]],
    ["notes=isdistinct.none yet&class=eq.A", ["Vega"]],
    ["peak=eq.-1.5", ["Sirius"]],
  ])("%s", async (filter, names) => {
    expect(await stars(filter)).toEqual(names);
  });

  it.each<[string, readonly number[]]>([
    ["temperatures=cs.[1,2]", [1, 2]],
    ["temperatures=cd.[-9,4)", [1, 4]],
    ["temperatures=sl.[4,8)", [1]],
    ["temperatures=sr.[-9,-6)", [1, 2, 5]],
    ["temperatures=nxr.[0,5)", [1]],
    ["temperatures=nxl.[0,5)", [2, 5]],
    ["temperatures=adj.[3,5)", [1, 5]],
    ["during=ov.[2024-01-02,2024-01-03)", [1, 2]],
    ["weather=cs.{%22seeing%22:0.9}", [5]],
    ["weather=cd.{%22seeing%22:0.9,%22x%22:1}", [3, 5]],
    ["duration=gt.PT8H45M", [1, 4]],
    ["started=lt.2024-01-02", [1]],
    ["rating=is.not_null", [1, 2, 3, 5]],
    ["rating=not.is.not_null", [4]],
  ])("%s", async (filter, ids) => {
    expect(await nights(filter)).toEqual(ids);
  });

  it.each<[string, readonly string[]]>([
    ["name=not.eq.Vega&class=eq.A", ["Sirius"]],
    ["name=not.neq.Vega", ["Vega"]],
    ["number=not.gt.700", ["Barnard's Star", "Proxima"]],
    ["name=not.like.*a*", ["Arcturus", "Betelgeuse", "Sirius"]],
    ["name=not.match.[ae]", ["Arcturus", "Sirius"]],
    ["name=not.in.(Vega,Sirius,Proxima)", ["Arcturus", "Barnard's Star", "Betelgeuse"]],
    ["aliases=not.cs.{}", []],
    ["notes=not.is.null&class=eq.A", ["Sirius"]],
    ["notes=not.isdistinct.variable", ["Betelgeuse"]],
    ["name=not.eq(any).{Vega,Sirius,Proxima}", ["Arcturus", "Barnard's Star", "Betelgeuse"]],
    ["doc=not.fts(english).star", ["Arcturus", "Barnard's Star", "Betelgeuse"]],
  ])("not: %s", async (filter, names) => {
    expect(await stars(filter)).toEqual(names);
  });

  it("not excludes rows whose value is null, as in SQL", async () => {
    expect(await stars("peak=eq.-1.5")).toEqual(["Sirius"]);
    expect(await stars("peak=not.eq.-1.5")).toEqual(["Betelgeuse"]);
    expect(await stars("peak=neq.-1.5")).toEqual(["Betelgeuse"]);
    expect(await stars("peak=isdistinct.-1.5")).toHaveLength(5);
  });
});

describe("patterns", () => {
  it("read every star as any text, and percent signs and underscores as SQL does", async () => {
    expect(await stars("name=like.*e*")).toEqual(["Betelgeuse", "Vega"]);
    expect(await stars("name=like.B*g*s*")).toEqual(["Betelgeuse"]);
    expect(await stars("name=like.%25eg%25")).toEqual(["Vega"]);
    expect(await stars("name=like.V_g_")).toEqual(["Vega"]);
    expect(await stars("name=like.vega")).toEqual([]);
    expect(await stars("notes=like.100\\%25*\\_")).toEqual(["Barnard's Star"]);
  });

  it("are the only values in which a star means something", async () => {
    expect(await stars("name=eq.*a")).toEqual([]);
    expect(await stars("name=in.(*a,V*)")).toEqual([]);
    expect(await stars("notes=match.[*]real")).toEqual(["Barnard's Star"]);
  });
});

describe("quantifiers", () => {
  it.each<[string, readonly string[]]>([
    ["name=eq(any).{Vega,Sirius}", ["Sirius", "Vega"]],
    ["name=eq(all).{Vega,Vega}", ["Vega"]],
    ["number=gt(any).{5340,9000}", ["Vega"]],
    ["number=gt(all).{1000,5340}", ["Vega"]],
    ["number=gte(any).{7001,5340}", ["Arcturus", "Vega"]],
    ["number=gte(all).{5340,7001}", ["Vega"]],
    ["number=lt(any).{551,699}", ["Proxima"]],
    ["number=lt(all).{700,699}", ["Proxima"]],
    ["number=lte(any).{1,551}", ["Proxima"]],
    ["number=lte(all).{699,2000}", ["Barnard's Star", "Proxima"]],
    ["name=like(any).{V*,S*}", ["Sirius", "Vega"]],
    ["name=like(all).{*a*,*e*}", ["Vega"]],
    ["name=ilike(any).{v*,s*}", ["Sirius", "Vega"]],
    ["name=ilike(all).{v*,*A}", ["Vega"]],
    ["name=match(any).{^V,^S}", ["Sirius", "Vega"]],
    ["name=match(all).{^V,a$}", ["Vega"]],
    ["name=imatch(any).{^v,^s}", ["Sirius", "Vega"]],
    ["name=imatch(all).{^v,A$}", ["Vega"]],
    ['name=eq(any).{"Vega","Barnard\'s Star"}', ["Barnard's Star", "Vega"]],
    ["name=eq(any).{}", []],
  ])("%s", async (filter, names) => {
    expect(await stars(filter)).toEqual(names);
  });

  it.each(["neq", "isdistinct", "cs", "cd", "ov", "sl", "sr", "nxr", "nxl", "adj", "in", "is"])(
    "are not taken by %s",
    async (operator) => {
      const { status, json } = await o.get(`/stars?name=${operator}(any).{a}`);
      expect([status, json.code]).toEqual([400, "PGRST100"]);
    },
  );

  it("need an array literal", async () => {
    expect(await stars("name=eq(any).Vega")).toMatchObject({
      code: "22P02",
      message: 'malformed array literal: "Vega"',
    });
  });
});

describe("in", () => {
  it.each<[string, string, readonly string[]]>([
    ["takes values with commas and parentheses in quotes", '("a,b","(x)")', ["(x)", "a,b"]],
    ["takes escaped quotes and backslashes in quotes", '("say \\"x\\"","a\\\\b")', ["a\\b", 'say "x"']],
    ["takes bare and quoted values together", '(1,"a,b")', ["1", "a,b"]],
    ["takes quotes inside of a bare value as they are", '(say "x")', ['say "x"']],
    ["takes quotes that end early as part of a bare value", '("q"x,1)', ["1"]],
    ["keeps blanks in quotes", '("  padded  ")', ["  padded  "]],
    ["reads null as text", "(null)", ["null"]],
    ["takes braces as they are", "({a},{})", ["{a}"]],
    ["finds empty values among others", '("",1)', ["", "1"]],
    ["finds empty values when there are two", "(,)", [""]],
    ["finds nothing in an empty list", "()", []],
    ["finds nothing in a list of one empty value", '("")', []],
  ])("%s", async (_, list, expected) => {
    const { json } = await o.get(`/texts?value=in.${encodeURIComponent(list)}`);
    expect(json.map((row: Row) => row.value).sort()).toEqual(expected);
  });

  it("finds all that is not in an empty list", async () => {
    expect((await o.get("/texts?value=not.in.()")).json).toHaveLength(11);
  });

  it("reads values as the column's type", async () => {
    expect(await found("sites", "id", "id=in.(1, 2 ,03)")).toEqual([1, 2, 3]);
    expect(await found("sites", "id", "id=in.(1,x)")).toMatchObject({ code: "22P02" });
  });
});

describe("is", () => {
  it.each<[string, readonly number[]]>([
    ["is_open=is.true", [1, 3]],
    ["is_open=is.FALSE", [2, 4]],
    ["is_open=is.Unknown", []],
    ["is_open=not.is.unknown", [1, 2, 3, 4]],
    ["is_open=not.is.true", [2, 4]],
    ["spec=is.NULL", [3]],
    ["site_id=is.Null", [4]],
    ["aperture_m=is.not_null", [1, 2, 3]],
    ["aperture_m=is.NOT_NULL", [1, 2, 3]],
  ])("%s", async (filter, ids) => {
    expect(await found("telescopes", "id", filter)).toEqual(ids);
  });

  it("finds booleans that are unknown", async () => {
    const { json } = await o.get("/%C3%89mission%20lines?select=MixedCase&MixedCase=is.unknown");
    expect(json).toEqual([{ MixedCase: null }]);
  });

  it("of a truth needs a boolean", async () => {
    expect(await found("sites", "id", "id=is.true")).toMatchObject({ code: "42804" });
  });
});

describe("values", () => {
  it("are read as the column's type", async () => {
    expect(await found("sites", "id", "id=eq.0001")).toEqual([1]);
    expect(await found("sites", "id", "id=eq.one")).toMatchObject({ code: "22P02" });
    expect(await found("telescopes", "id", "installed=eq.April 1, 1999")).toEqual([1]);
    expect(await stars("class=gt.K")).toEqual(["Barnard's Star", "Betelgeuse", "Proxima"]);
    expect(await stars("class=eq.Z")).toMatchObject({ code: "22P02" });
  });

  it("may be empty, quoted or full of punctuation, and stay as they are", async () => {
    const texts = async (value: string) => {
      const { json } = await o.get(`/texts?value=eq.${encodeURIComponent(value)}`);
      return json.map((row: Row) => row.value);
    };
    for (const value of ["", "a,b", "(x)", 'say "x"', "a\\b", '"q"', "{a}", "null", "  padded  "]) {
      expect(await texts(value)).toEqual([value]);
    }
    expect(await texts("q")).toEqual([]);
    expect(await texts("'; drop table texts; --")).toEqual([]);
  });

  it("must have the operator", async () => {
    expect(await found("sites", "id", "id=like.1*")).toMatchObject({ code: "42883" });
  });
});

describe("full text", () => {
  it.each<[string, readonly string[]]>([
    ["doc=fts.giants", ["Arcturus"]],
    ["doc=fts(english).giant", ["Arcturus"]],
    ["doc=fts(simple).giants", []],
    ["doc=fts.red%26supergiant", ["Betelgeuse"]],
    ["doc=plfts.bright star", ["Vega"]],
    ["doc=plfts(english).the brightest stars", ["Sirius"]],
    ["doc=plfts(simple).stars", []],
    ["doc=phfts.summer triangle", ["Vega"]],
    ["doc=phfts(english).triangles summer", []],
    ["doc=phfts(english).summer triangles", ["Vega"]],
    ["doc=wfts.orange or red", ["Arcturus", "Betelgeuse"]],
    ["doc=wfts(english).star -blue", ["Sirius"]],
    ['doc=wfts(english)."summer triangle"', ["Vega"]],
    ["doc=wfts(simple).stars", []],
  ])("%s", async (filter, names) => {
    expect(await stars(filter)).toEqual(names);
  });

  it.each<[string, readonly number[]]>([
    ["abstract=fts(english).observed", [1]],
    ["meta=fts(english).observed", [1]],
    ["body=plfts(english).observed stars", [1]],
    ["meta=wfts(simple).observed", []],
    ["body=not.fts(english).observed", [2]],
  ])("searches text and JSON too: %s", async (filter, ids) => {
    expect(await found("papers_read", "id", filter)).toEqual(ids);
  });

  it("needs a language that exists, and a query that parses", async () => {
    expect(await stars("doc=fts(klingon).x")).toMatchObject({ code: "42704" });
    expect(await stars("doc=fts.a b")).toMatchObject({ code: "42601" });
  });
});
