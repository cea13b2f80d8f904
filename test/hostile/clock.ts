/** Elapsed time for servers and network, independent of wall clocks: simulated or accelerated. */
export interface PassingTime {
  /** Since the start (ms). */
  now(): number;
  /** Runs something after a delay (ms). */
  later(ms: number, act: () => Promise<unknown>): void;
  /** Resolves after a delay (ms). */
  spend(ms: number): Promise<void>;
}
