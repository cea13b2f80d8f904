/**
 * Lead times of projects, from their webhook integration (docs/service.md#webhooks). Many people may not read it; for them a
 * project has none. In memory; each project is requested at most once a day.
 */
import { DAY_MS, HOUR_MS } from '../../../shared/dates/milliseconds.ts';
import type { Client } from '../../service/client.ts';
import { ServiceError } from '../../service/errors.ts';
import { createReader } from '../../service/reader.ts';

const REFRESH_MS = DAY_MS;
/** After a request without an answer. */
const RETRY_MS = HOUR_MS;
/** The range the service allows (minutes). */
const [SHORTEST, LONGEST] = [1, 43_200];

export interface LeadTimesSource {
  accountId: string;
  client: Pick<Client, 'getWebhook'>;
}

/** `onChange`: a lead time changed. `now` in ms. */
export function createLeadTimes({ now, onChange }: { now: () => number; onChange: () => void }) {
  let minutes = new Map<string, number>();
  let staleAt = new Map<string, number>();
  const reader = createReader({
    read,
    merge: (one, other) => new Set([...(one ?? []), ...(other ?? [])]),
    now,
  });

  /** Requests the stale projects one after the other; stops at the first failure, which would repeat for the others. */
  async function read({ client }: LeadTimesSource, projects: ReadonlySet<string> | undefined, signal: AbortSignal) {
    for (const projectId of projects ?? []) {
      const at = staleAt.get(projectId);
      // After the clock was set back, `at` may lie far ahead; then it is ignored.
      if (at !== undefined && at > now() && at <= now() + REFRESH_MS) continue;
      try {
        const webhook = await client.getWebhook(projectId);
        signal.throwIfAborted();
        staleAt.set(projectId, now() + REFRESH_MS);
        store(projectId, webhook?.isActive === false ? undefined : webhook?.dueDateReminderLeadTimeMinutes);
      } catch (error) {
        signal.throwIfAborted();
        const isRejected = error instanceof ServiceError && error.kind === 'rejected' && !error.isTransient;
        staleAt.set(projectId, now() + (isRejected ? REFRESH_MS : RETRY_MS));
        if (!isRejected) throw error;
      }
    }
  }

  function store(projectId: string, leadTime: number | null | undefined): void {
    const isUsable = leadTime != null && Number.isInteger(leadTime) && leadTime >= SHORTEST && leadTime <= LONGEST;
    if (minutes.get(projectId) === (isUsable ? leadTime : undefined)) return;
    if (isUsable) minutes.set(projectId, leadTime);
    else minutes.delete(projectId);
    onChange();
  }

  return {
    /** Minutes by project id. */
    minutes: (): ReadonlyMap<string, number> => minutes,

    refresh(source: LeadTimesSource, projectIds: Iterable<string>): void {
      const { accountId, client } = reader.source() ?? {};
      if (accountId !== source.accountId) [minutes, staleAt] = [new Map(), new Map()];
      if (accountId !== source.accountId || client !== source.client) void reader.start(source);
      reader.refresh(new Set(projectIds));
    },
    idle: reader.idle,
  };
}
