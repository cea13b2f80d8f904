/** What every background part of the account hears when the computer wakes. */
import { expect, onTestFinished, test, vi } from 'vitest';
import type { MainParts } from '../../../electron/app/context.ts';
import { setUpResume } from '../../../electron/app/resume.ts';

vi.mock('electron', () => ({ net: { isOnline: () => true } }));

test('after a wake-up reminders wait for a fresh list before any part looks at the clock', () => {
  const called: string[] = [];
  const parts = ['one', 'other'].map((name) => ({
    resume: () => void called.push(`${name}.resume`),
    clockChanged: () => void called.push(`${name}.clockChanged`),
  }));
  const resume = setUpResume({
    featureContext: {
      now: () => 0,
      monotonic: () => 0,
      invalidate: vi.fn(),
      runInBackground: (work: () => void) => work(),
    },
    features: {
      allParts: () => parts,
      each: () => [{ tasks: { assigned: { view: () => ({ tasks: [] }) } } }],
    },
    integration: { updates: { woke: () => void called.push('updates.woke') } },
  } as unknown as MainParts);
  onTestFinished(resume.stop);
  resume.woke();
  expect(called).toEqual(['one.resume', 'other.resume', 'one.clockChanged', 'other.clockChanged', 'updates.woke']);
});
