/**
 * A strict reader of Prometheus' text exposition format 0.0.4: it throws where promtool would complain.
 * @see https://prometheus.io/docs/instrumenting/exposition_formats/#text-based-format
 */

export interface Sample {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

export interface Family {
  readonly type: string;
  readonly help: string;
  readonly samples: readonly Sample[];
}

const NAME = "[a-zA-Z_:][a-zA-Z0-9_:]*";
const LABEL = /([a-zA-Z_][a-zA-Z0-9_]*)="((?:[^"\\\n]|\\["\\n])*)"(?:,|$)/y;
const SAMPLE = new RegExp(`^(${NAME})(?:\\{(.*)\\})? (\\S+)(?: (-?\\d+))?$`);
const HEADER = new RegExp(`^# (HELP|TYPE) (${NAME}) (.+)$`);
const TYPES = ["counter", "gauge", "histogram", "summary", "untyped"];
const SUFFIXES: Readonly<Record<string, readonly string[]>> = {
  histogram: ["_bucket", "_sum", "_count"],
  summary: ["", "_sum", "_count"],
};

/** Reads a text. @throws Error naming the line that breaks a rule of the format */
export function readExposition(text: string): ReadonlyMap<string, Family> {
  if (!text.endsWith("\n")) throw new Error("the last line does not end");
  const families = new Map<string, { type: string; help: string; samples: Sample[] }>();
  const series = new Set<string>();
  let current = "";
  for (const line of text.slice(0, -1).split("\n")) {
    if (line === "") continue;
    const [, what, family = "", rest = ""] = HEADER.exec(line) ?? [];
    if (what !== undefined) {
      const known = families.get(family) ?? { type: "", help: "", samples: [] };
      if (known.samples.length > 0) throw new Error(`${line}: comes after its samples`);
      if (what === "TYPE" && (known.type !== "" || !TYPES.includes(rest)))
        throw new Error(`${line}: bad type`);
      if (what === "HELP" && known.help !== "") throw new Error(`${line}: a second help`);
      families.set(family, what === "TYPE" ? { ...known, type: rest } : { ...known, help: rest });
      current = family;
      continue;
    }
    const sample = readSample(line);
    const announced = families.get(current);
    const names = (SUFFIXES[announced?.type ?? ""] ?? [""]).map((suffix) => current + suffix);
    if (
      announced === undefined ||
      announced.type === "" ||
      announced.help === "" ||
      !names.includes(sample.name)
    ) {
      throw new Error(`${line}: not announced by HELP and TYPE`);
    }
    const key = `${sample.name} ${JSON.stringify(Object.entries(sample.labels).sort())}`;
    if (series.has(key)) throw new Error(`${line}: a second time`);
    series.add(key);
    announced.samples.push(sample);
  }
  for (const [name, { type, samples }] of families) {
    if (type === "counter" && samples.some(({ value }) => value < 0))
      throw new Error(`${name}: a negative count`);
    if (type === "histogram") checkHistogram(name, samples);
  }
  return families;
}

function readSample(line: string): Sample {
  const [, name, inBraces = "", number = ""] = SAMPLE.exec(line) ?? [];
  if (name === undefined) throw new Error(`${line}: not a sample`);
  // As Go's ParseFloat reads it, which the format refers to: these words in any case.
  const value = Number(number.replace(/^([+-]?)inf(?:inity)?$/i, "$1Infinity"));
  if (Number.isNaN(value) && !/^nan$/i.test(number)) throw new Error(`${line}: not a number`);
  const labels: Record<string, string> = {};
  for (LABEL.lastIndex = 0; LABEL.lastIndex < inBraces.length; ) {
    const at = LABEL.lastIndex;
    const [, label = "", text = ""] = LABEL.exec(inBraces) ?? [];
    if (label === "" || label in labels) throw new Error(`${line}: bad labels at ${at}`);
    labels[label] = text.replace(/\\(.)/g, (_all, char) => (char === "n" ? "\n" : char));
  }
  return { name, labels, value };
}

/** Buckets are cumulative and end with +Inf, which is the count; there is a sum. */
function checkHistogram(name: string, samples: readonly Sample[]): void {
  const groups = new Map<string, Sample[]>();
  for (const sample of samples) {
    const { le: _le, ...labels } = sample.labels;
    const key = JSON.stringify(Object.entries(labels).sort());
    groups.set(key, [...(groups.get(key) ?? []), sample]);
  }
  for (const [key, group] of groups) {
    const buckets = group
      .filter((sample) => sample.name === `${name}_bucket`)
      .map(({ labels, value }) => ({ limit: Number((labels.le ?? "").replace("Inf", "Infinity")), value }))
      .sort((a, b) => a.limit - b.limit);
    const count = group.find((sample) => sample.name === `${name}_count`)?.value;
    const isCumulative = buckets.every(({ value }, i) => value >= (buckets[i - 1]?.value ?? 0));
    const last = buckets.at(-1);
    const hasSum = group.some((sample) => sample.name === `${name}_sum`);
    if (!hasSum || count === undefined || !isCumulative || last?.limit !== Infinity || last.value !== count) {
      throw new Error(`${name} ${key}: not a histogram`);
    }
  }
}

/** The sum of the samples of a name that have these labels. */
export function total(
  families: ReadonlyMap<string, Family>,
  name: string,
  labels: Readonly<Record<string, string>> = {},
): number {
  const matches = (sample: Sample) =>
    sample.name === name && Object.entries(labels).every(([label, value]) => sample.labels[label] === value);
  const samples = [...families.values()].flatMap((family) => family.samples).filter(matches);
  return samples.reduce((sum, { value }) => sum + value, 0);
}

/** How many series of our own there are; Node's come and go with its garbage collections. */
export function seriesIn(families: ReadonlyMap<string, Family>): number {
  const ours = [...families].filter(([name]) => name.startsWith("wakelog_"));
  return ours.reduce((sum, [, { samples }]) => sum + samples.length, 0);
}
