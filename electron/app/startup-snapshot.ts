/** What of the state the next start draws first. */
import type { State } from '../../shared/contract/index.ts';
import { createStartupSnapshot, type StartupSnapshot } from '../store/startup-snapshot.ts';
import type { AppContext } from './context.ts';

export interface StartupSnapshotPartOptions {
  context: Pick<AppContext, 'dataFolder'>;
  /** Names the page's code. */
  build: string;
  state: () => State;
}

/** What has its moment, what a start has to find out anew, and what stands on a page that is not open then: it begins like this. */
const BLANK = {
  board: null,
  taskPage: null,
  toast: null,
  linkQuestion: null,
  stillWorking: null,
  unreadNotifications: null,
  unreadTasks: [],
  unreadableRecords: {},
  remoteTimers: [],
} satisfies Partial<State>;

export function setUpStartupSnapshot({ context, build, state }: StartupSnapshotPartOptions) {
  const { dataFolder } = context;
  const { changed, keep } = createStartupSnapshot({ dataFolder, build, read: () => pictureOf(state()) });
  return {
    /** The windows were told these parts. */
    told(parts: Partial<State>): void {
      // Whoever signed out leaves nothing behind, not even for a second.
      if (parts.account === null) keep();
      else if (Object.keys(parts).some((name) => !Object.hasOwn(BLANK, name))) changed();
    },
    keep,
  };
}

/** Null where a person signs in. Of the account and the list no trouble is kept: whether there still is any is asked anew. */
function pictureOf(state: State): StartupSnapshot<State> | null {
  const { account, tasks, signIn, settings } = state;
  if (account === null || signIn.step !== 'none') return null;
  const { theme, zoom, pinned } = settings;
  return {
    theme,
    zoom,
    pinned,
    state: {
      ...state,
      ...BLANK,
      account: { ...account, status: 'signed-in', tokenIn: 'none', error: null },
      tasks: { ...tasks, loading: false, error: null, failingSince: null, nextTryAt: null },
    },
  };
}
