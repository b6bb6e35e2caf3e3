/** What the next exchange reports besides rows: commands that are done, alerts that were acknowledged aboard. */

/** A command's result. */
export type Done = readonly [id: string, ok: boolean, message: string];

/** What waits to be reported. */
export interface Reports {
  readonly done: readonly Done[];
  readonly acknowledged: readonly number[];
}

/** Reports that wait for an exchange. */
export class Outbox {
  #done: Done[] = [];
  #acknowledged: number[] = [];

  /** Whether anything waits. */
  get isEmpty(): boolean {
    return this.#done.length === 0 && this.#acknowledged.length === 0;
  }

  /** Reports a command's result. */
  done(result: Done): void {
    this.#done.push(result);
  }

  /** Reports an alert as acknowledged. */
  acknowledged(alert: number): void {
    if (!this.#acknowledged.includes(alert)) this.#acknowledged.push(alert);
  }

  /** What waits now. */
  waiting(): Reports {
    return { done: [...this.#done], acknowledged: [...this.#acknowledged] };
  }

  /** Forgets what an exchange reported. */
  reported({ done, acknowledged }: Reports): void {
    this.#done = this.#done.filter((one) => !done.includes(one));
    this.#acknowledged = this.#acknowledged.filter((one) => !acknowledged.includes(one));
  }
}
