/** The time that really passes for servers and the network, whatever clocks say: simulated, or faster than real. */
export interface PassingTime {
  /** Since the beginning (ms). */
  now(): number;
  /** Something happens so much later (ms). */
  later(ms: number, act: () => Promise<unknown>): void;
  /** Resolves so much later (ms). */
  spend(ms: number): Promise<void>;
}
