import type { UpdateView } from '../../../shared/contract/index.ts';
import { shortAgo } from '../../../shared/i18n/format-durations.ts';
import { settingsPageMessages } from '../../../shared/i18n/generated/settings-page.ts';

/** Status text of the updater, with an optional explanation. `now` in ms. */
export function updateText(view: UpdateView, now: number): { state: string; description?: string } {
  const { updates } = settingsPageMessages;
  switch (view.state) {
    case 'none':
      return { state: updates.none[view.why] };
    case 'off':
      return { state: updates.off };
    case 'idle':
      return {
        state:
          view.checkedAt === null
            ? updates.notYet
            : updates.upToDate({ ago: minutesAgo(now - Date.parse(view.checkedAt)) || null }),
      };
    case 'checking':
      return { state: updates.checking };
    case 'downloading':
      return { state: updates.downloading({ version: view.version, percent: view.percent }) };
    case 'ready':
      return {
        state: updates.ready({ version: view.version }),
        description: view.isRefused ? updates.refused : view.onQuit ? updates.readyOnQuit : updates.readyLater,
      };
    case 'failed':
      return { state: updates.failed[view.why], description: updates.failedHint };
  }
}

/** "5 min"; empty for less than a minute. */
function minutesAgo(ms: number): string {
  return ms < 60_000 ? '' : shortAgo(ms);
}
