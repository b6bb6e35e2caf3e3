/** A seeded source of chance, so that a scenario is the same wherever it is made (mulberry32). */
export interface Random {
  /** In [0, 1). */
  next(): number;
  /** Normally distributed, mean 0, deviation 1 (Box and Muller, 1958). */
  normal(): number;
  between(low: number, high: number): number;
}

export function seeded(seed: number): Random {
  let a = Math.imul(seed + 1, 0x9e3779b1) >>> 0;
  const next = () => {
    a = (a + 0x6d2b79f5) >>> 0;
    let t = Math.imul(a ^ (a >>> 15), a | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
  return {
    next,
    normal: () => Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next()),
    between: (low, high) => low + (high - low) * next(),
  };
}
