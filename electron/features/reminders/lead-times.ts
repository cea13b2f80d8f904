/**
 * Projects' own leads before a due date, out of their webhook integration (docs/service.md#webhooks). Many may not read it:
 * then a project has none. In memory; each project is asked for once a day at most.
 */
import type { Client } from '../../service/client.ts';
import { ServiceError } from '../../service/errors.ts';

const ASK_EVERY_MS = 24 * 3_600_000;
/** After no answer at all. */
const RETRY_MS = 3_600_000;
/** Sooner and later the service does not allow (minutes). */
const [SHORTEST, LONGEST] = [1, 43_200];

export interface LeadTimesSource {
  accountId: string;
  client: Pick<Client, 'getWebhook'>;
}

export type LeadTimes = ReturnType<typeof createLeadTimes>;

/** `onChange`: a lead became known, or another. `now` in ms. */
export function createLeadTimes({ now, onChange }: { now: () => number; onChange: () => void }) {
  let accountId: string | undefined;
  let minutes = new Map<string, number>();
  let askAgainAt = new Map<string, number>();
  let underWay = false;
  /** The service asked to slow down. */
  let restUntil = Number.NEGATIVE_INFINITY;

  async function ask(source: LeadTimesSource, projectId: string): Promise<void> {
    askAgainAt.set(projectId, now() + ASK_EVERY_MS);
    try {
      const found = await source.client.getWebhook(projectId);
      if (accountId !== source.accountId) return;
      const lead = found?.isActive === false ? undefined : found?.dueDateReminderLeadTimeMinutes;
      const isUsable = lead != null && Number.isInteger(lead) && lead >= SHORTEST && lead <= LONGEST;
      if (minutes.get(projectId) === (isUsable ? lead : undefined)) return;
      if (isUsable) minutes.set(projectId, lead);
      else minutes.delete(projectId);
      onChange();
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      const isNo =
        error.kind === 'rejected' && error.status !== undefined && error.status < 500 && error.status !== 429;
      if (isNo) return;
      askAgainAt.set(projectId, now() + RETRY_MS);
      // The others would be answered the same.
      if (error.status === 429) restUntil = now() + Math.min(error.retryAfterMs ?? RETRY_MS, ASK_EVERY_MS);
    }
  }

  const isToRest = (): boolean => now() < restUntil && restUntil <= now() + ASK_EVERY_MS;

  return {
    /** By project. */
    known: (): ReadonlyMap<string, number> => minutes,

    /** Asks for the projects that are not known yet, one after the other. */
    async look(source: LeadTimesSource, projectIds: Iterable<string>): Promise<void> {
      if (source.accountId !== accountId) {
        accountId = source.accountId;
        minutes = new Map();
        askAgainAt = new Map();
        restUntil = Number.NEGATIVE_INFINITY;
      }
      if (underWay) return;
      underWay = true;
      try {
        for (const projectId of new Set(projectIds)) {
          if (accountId !== source.accountId || isToRest()) break;
          const at = askAgainAt.get(projectId);
          // A clock that was set back must not make it wait for long.
          if (at === undefined || at <= now() || at > now() + ASK_EVERY_MS) await ask(source, projectId);
        }
      } finally {
        underWay = false;
      }
    },
  };
}
