/** The rate limit and quota of API keys (docs/service.md#rate-limits). Sessions are exempt. */
import type { Context } from 'hono';
import { z } from 'zod';
import { HttpError } from './errors.ts';
import type { KeyLimits, LocalContext, LocalEnv } from './local-context.ts';

const QuotaRow = z.object({
  left: z.number(),
  refillAmount: z.number().nullable(),
  refillMs: z.number().nullable(),
  refilledAt: z.string().nullable(),
});

/** Counts a use of the key. Throws if it exceeds the limit. The window starts at the last accepted request. */
export type CheckLimits = (c: Context<LocalEnv>, keyId: string, limits: KeyLimits) => void;

/** The windows are in memory only: a restart resets them. */
export function createRateLimiter(context: LocalContext): CheckLimits {
  const windows = new Map<string, { count: number; lastMs: number }>();

  return (c, keyId, { rate, hasQuota }) => {
    const now = context.now();
    if (rate !== null) {
      const current = windows.get(keyId);
      const window =
        current !== undefined && now - current.lastMs < rate.windowMs ? current : { count: 0, lastMs: now };
      const isOver = window.count >= rate.max;
      if (!isOver) windows.set(keyId, { count: window.count + 1, lastMs: now });
      const resetMs = (isOver ? window.lastMs : now) + rate.windowMs;
      c.header('X-RateLimit-Limit', String(rate.max));
      c.header('X-RateLimit-Remaining', String(isOver ? 0 : rate.max - window.count - 1));
      c.header('X-RateLimit-Reset', String(Math.ceil(resetMs / 1000)));
      if (isOver) {
        c.header('Retry-After', String(Math.max(1, Math.ceil((resetMs - now) / 1000))));
        throw new HttpError(429, 'Rate limit exceeded.');
      }
    }
    if (hasQuota) spendQuota(c, keyId, now);
  };

  function spendQuota(c: Context<LocalEnv>, keyId: string, now: number): void {
    const quota = context.database.get(
      QuotaRow,
      `SELECT quota_left AS left, quota_refill_amount AS refillAmount, quota_refill_ms AS refillMs,
         quota_refilled_at AS refilledAt FROM api_key WHERE id = :keyId`,
      { keyId },
    );
    if (quota === undefined) return;
    const { refillMs, refillAmount } = quota;
    let { left } = quota;
    let refilledMs = quota.refilledAt === null ? now : Date.parse(quota.refilledAt);
    if (refillMs !== null && refillAmount !== null && now - refilledMs >= refillMs) {
      left = refillAmount;
      refilledMs = now;
    }
    if (left <= 0) {
      // These headers are about the rate limit, not the quota.
      for (const name of ['X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset']) c.header(name, undefined);
      if (refillMs !== null) {
        c.header('Retry-After', String(Math.max(1, Math.ceil((refilledMs + refillMs - now) / 1000))));
      }
      throw new HttpError(429, 'The usage quota of this API key is used up.');
    }
    const quotaRefilledAt = new Date(refilledMs).toISOString();
    context.database.update('api_key', { id: keyId }, { quotaLeft: left - 1, quotaRefilledAt });
  }
}
