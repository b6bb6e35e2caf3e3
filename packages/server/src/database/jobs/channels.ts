/** How the events of a channel are lined up: in which kind of lane, and in which order. */

/** A kind of lane. `alert` and `account` never wait for vessels' other work: they have lanes of their own. */
export type LaneKind = "work" | "alert" | "account";

/** What a domain says about one of its channels; what it leaves out has the default. */
export interface ChannelRules {
  /** `work` if absent. */
  readonly lane?: LaneKind;
  /**
   * Channels of one line keep the order of their events for each tenant: no event is tried while an earlier one waits to be
   * tried again. A channel is a line of its own if absent.
   */
  readonly line?: string;
  /** Whether events of the channel may pass one that failed: each is about something else. */
  readonly independent?: boolean;
}

/**
 * The channels of a worker as `packages/server/sql/code/25_service/15_turns.sql` reads them, as JSON.
 * @throws Error if two channels of a line are in different kinds of lanes, or one of them is independent
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
