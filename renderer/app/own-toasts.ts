/** How this window's own toasts share the status line with a notice about undo; for the lifetime of the window. */
import { SECOND_MS } from '../../shared/dates/milliseconds.ts';
import { usePublished } from '../state/main-process.ts';
import { useNotices } from '../state/notices.ts';
import { isAboutUndo } from './status-line.tsx';

/** What is left of a notice that returns after an own toast (ms); with less it does not. */
const LEAST_MS = 2 * SECOND_MS;

useNotices.subscribe(({ toast }, was) => {
  const shown = usePublished.getState().state?.toast ?? null;
  const until = Date.parse(shown?.until ?? '');
  if (toast === null || toast.id === was.toast?.id || !isAboutUndo(shown) || !(until - Date.now() > LEAST_MS)) return;
  const isInUse = document.activeElement?.closest('footer')?.querySelector('[role=status]') != null;
  // It follows a notice whose button has the focus, as if published before; any other it covers for a moment, and ends with it.
  const end = Math.min(Date.parse(toast.until), until + 1);
  useNotices.setState({ toast: isInUse ? { ...toast, id: 0 } : { ...toast, until: new Date(end).toISOString() } });
});
