import type { UpdateView } from '../../electron/bridge/contract.ts';
import { shortAgo } from '../status/ago.ts';
import { words } from '../words/index.ts';

/** How it is with new versions, and what there is to add. `now` in ms. */
export function updateWords(view: UpdateView, now: number): { state: string; says?: string } {
  switch (view.state) {
    case 'none':
      return { state: words.settings.updates.none[view.why] };
    case 'off':
      return { state: words.settings.updates.off };
    case 'idle':
      return {
        state:
          view.checkedAt === null
            ? words.settings.updates.notYet
            : words.settings.updates.upToDate(minutesAgo(now - Date.parse(view.checkedAt))),
      };
    case 'checking':
      return { state: words.settings.updates.checking };
    case 'downloading':
      return { state: words.settings.updates.downloading(view.version, view.percent) };
    case 'ready':
      return {
        state: words.settings.updates.ready(view.version),
        says: view.onQuit ? words.settings.updates.readyOnQuit : words.settings.updates.readyLater,
      };
    case 'failed':
      return { state: words.settings.updates.failed[view.why], says: words.settings.updates.failedSays };
  }
}

/** "5 min"; empty within the first minute. */
function minutesAgo(ms: number): string {
  return ms < 60_000 ? '' : shortAgo(ms);
}
