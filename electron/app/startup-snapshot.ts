/** What of the state the next start draws first. */
import type { State } from '../../shared/contract/index.ts';
import { createLastState, type LastState } from '../store/startup-snapshot.ts';
import type { Ground } from './context.ts';

export interface LastStatePartOptions {
  ground: Pick<Ground, 'dataFolder'>;
  /** Names the page's code. */
  build: string;
  state: () => State;
}

/** What has its moment, what a start has to find out anew, and what stands on a page that is not open then: it begins like this. */
const BLANK = {
  board: null,
  details: null,
  notice: null,
  linkQuestion: null,
  stillWorking: null,
  unread: null,
  unreadTasks: [],
  unreadable: {},
  elsewhere: [],
} satisfies Partial<State>;

export function composeLastState({ ground, build, state }: LastStatePartOptions) {
  const { dataFolder } = ground;
  const { changed, keep } = createLastState({ dataFolder, build, read: () => pictureOf(state()) });
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
function pictureOf(state: State): LastState<State> | null {
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
      account: { ...account, status: 'signed-in', tokenIn: 'none', problem: null },
      tasks: { ...tasks, loading: false, problem: null, failingSince: null, nextTryAt: null },
    },
  };
}
