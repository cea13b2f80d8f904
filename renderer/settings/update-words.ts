import type { UpdateView } from '../../electron/bridge/contract.ts';
import { shortAgo } from '../status/ago.ts';
import { words } from '../words/en.ts';

const text = words.settings.updates;

/** How it is with new versions, and what there is to add. `now` in ms. */
export function updateWords(view: UpdateView, now: number): { state: string; says?: string } {
  switch (view.state) {
    case 'none':
      return { state: text.none[view.why] };
    case 'off':
      return { state: text.off };
    case 'idle':
      return {
        state: view.checkedAt === null ? text.notYet : text.upToDate(minutesAgo(now - Date.parse(view.checkedAt))),
      };
    case 'checking':
      return { state: text.checking };
    case 'downloading':
      return { state: text.downloading(view.version, view.percent) };
    case 'ready':
      return { state: text.ready(view.version), says: view.onQuit ? text.readyOnQuit : text.readyLater };
    case 'failed':
      return { state: text.failed[view.why], says: text.failedSays };
  }
}

/** "5 min"; empty within the first minute. */
function minutesAgo(ms: number): string {
  return ms < 60_000 ? '' : shortAgo(ms);
}
