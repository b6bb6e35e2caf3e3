/** The lane and order of each channel's events. */

/** A kind of lane. `alert` and `account` have separate lanes, so they never wait for vessels' other work. */
export type LaneKind = "work" | "alert" | "account";

/** What a domain sets for one of its channels. */
export interface ChannelRules {
  /** `work` by default. */
  readonly lane?: LaneKind;
  /**
   * Channels of one line keep the order of their events per tenant: no event runs while an earlier one waits for a
   * retry. Defaults to the channel itself.
   */
  readonly line?: string;
  /** Whether events may overtake a failed one, because each is about something else. */
  readonly independent?: boolean;
}

/**
 * The channels of a worker, as the JSON that `packages/server/sql/code/25_service/15_turns.sql` reads.
 * @throws Error if channels of one line have different lanes, or one of them is independent
 */
export function describeChannels(
  channels: Iterable<string>,
  rules: ReadonlyMap<string, ChannelRules>,
): string {
  const described = [...channels].map((channel) => {
    const { lane = "work", line = channel, independent = false } = rules.get(channel) ?? {};
    return { channel, lane, line, independent };
  });
  for (const { line, lane, channel } of described) {
    const others = described.filter((other) => other.line === line && other.channel !== channel);
    if (others.some((other) => other.lane !== lane || other.independent))
      throw new Error(`the channel ${channel} cannot keep its order in the line ${line}`);
  }
  return JSON.stringify(described);
}
