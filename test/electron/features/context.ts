/** A context for features under test: one clock, no window, errors are thrown. */
import type { FeatureContext } from '../../../electron/features/context.ts';
import { createUndo } from '../../../electron/outbox/undo.ts';
import type { Database } from '../../../electron/store/database.ts';
import { createSettings } from '../../../electron/store/settings.ts';

export function testContext(database: Database, now: () => number): FeatureContext {
  const settings = createSettings(database);
  return {
    database,
    settings,
    changeSettings: (changed) => void settings.change(changed),
    now,
    monotonic: now,
    steady: now,
    invalidate: () => undefined,
    readAgain: () => undefined,
    showToast: () => undefined,
    showAnswer: () => undefined,
    clearToast: () => undefined,
    undo: createUndo(now),
    reportUnreadable: () => undefined,
    runInBackground: (work) => work(),
    openPage: async () => undefined,
    copyText: () => undefined,
  };
}
