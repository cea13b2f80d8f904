import { useEffect } from 'react';
import { isTyping } from '../ui/keys.ts';
import { columnCount } from './state/columns.ts';
import {
  closeEntry,
  closePage,
  type OpenEntry,
  openPage,
  send,
  setFilter,
  setSwitching,
  showColumn,
  showDay,
  showTab,
  useApp,
} from './state/store.ts';

/** Keys that work on every page. Open menus and forms handle theirs first (defaultPrevented). */
export function useMainKeys(): void {
  useEffect(() => {
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, []);
}

function onKey(event: KeyboardEvent): void {
  if (event.defaultPrevented || event.isComposing) return;
  const action = (event.ctrlKey || event.metaKey) && !event.altKey ? controlled(event) : alone(event);
  if (action === undefined) return;
  event.preventDefault();
  action();
}

function controlled(event: KeyboardEvent): (() => void) | undefined {
  // Text fields have their own undo.
  return event.key === 'z' && isTyping(event.target) ? undefined : withControl[event.key];
}

const withControl: Partial<Record<string, () => void>> = {
  '1': () => showColumn('tasks'),
  '2': () => showTab('board'),
  '3': () => showColumn('time'),
  '4': () => showColumn('week'),
  ',': () => openPage({ name: 'settings' }),
  n: newTask,
  z: undo,
};

function alone(event: KeyboardEvent): (() => void) | undefined {
  if (event.altKey) return undefined;
  if (event.key === 'Escape') return goBack;
  const { tab, page } = useApp.getState();
  const canFilter = page === null && (tab !== 'time' || columnCount() > 1);
  if (event.key === '/' && !isTyping(event.target) && canFilter) return () => setFilter('');
  return undefined;
}

/** Closes what was opened last, or else hides the popover. */
function goBack(): void {
  const { tab, page, filter, switching, openEntry, shownDay, state } = useApp.getState();
  const isTimeShown = tab === 'time' || (tab === 'tasks' && columnCount() > 1);
  if (switching) setSwitching(false);
  else if (page !== null) closePage();
  else if (filter !== null && (tab !== 'time' || openEntry === null)) setFilter(null);
  else if (isTimeShown && openEntry !== null) closeEntry(stopOf(openEntry));
  else if (isTimeShown && shownDay !== null) showDay(null);
  else if (state?.app.window === 'popover') void send('window.hide', {});
}

/** Opens quick add, with the project preset on a board. */
function newTask(): void {
  const { tab, state } = useApp.getState();
  const board = tab === 'board' ? state?.board : null;
  void send('quick-add.open', board ? { projectId: board.project.id } : {});
}

/** The Tab stop of the list that the form was opened from. */
function stopOf(opened: OpenEntry): string | null {
  if (opened.kind === 'edit') return opened.entryId;
  return opened.before === null ? null : `gap ${opened.before}`;
}

function undo(): void {
  const notice = useApp.getState().state?.toast;
  if (!notice?.undo || Date.now() >= Date.parse(notice.until)) return;
  void send('undo.undo', { undoId: notice.undo.undoId });
}
