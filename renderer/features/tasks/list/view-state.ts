import { createViewState } from '../../../state/view-state.ts';

interface ListView {
  /** The task that Tab stops at (`taskKey`). */
  activeTaskId: string | null;
  /** The dismissed list error, identified by its `failingSince`. */
  hiddenListError: string | null;
  /** The accounts whose notice that they are signed out or locked was dismissed. */
  hiddenAccounts: readonly string[];
  /** The notice that the token is only kept in memory was dismissed. */
  memoryNoticeSeen: boolean;
}

export const useListView = createViewState<ListView>(
  'task-list',
  { activeTaskId: null, hiddenListError: null, hiddenAccounts: [], memoryNoticeSeen: false },
  ['activeTaskId', 'hiddenListError', 'memoryNoticeSeen'],
);

export const setListView = useListView.setState;
