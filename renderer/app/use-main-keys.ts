import { stopOf } from '../features/time/timeline.ts';
import { chooseAccount, send, usePublished } from '../state/main-process.ts';
import { closePage, isBesideList, setFilter, setSwitching, useNavigation } from '../state/navigation.ts';
import { closeEntry, showDay, useShownTime } from '../state/shown-time.ts';
import { columnCount } from '../state/window-columns.ts';
import { isTyping, pressedKeys } from '../ui/keys.ts';
import { keepTyped, useWindowKeys } from '../ui/use-window-keys.ts';
import { COMMANDS, type Command, commandOf } from './commands.ts';

/** Keys that work on every page. Open menus and forms handle theirs first (defaultPrevented). */
export const useMainKeys = (): void => useWindowKeys(onKey);

function onKey(event: KeyboardEvent): void {
  if (event.defaultPrevented || event.isComposing) return;
  const command = accountOf(event) ?? commandOf(event);
  const action = event.ctrlKey || event.metaKey ? command?.run : alone(event);
  if (action === undefined) return;
  event.preventDefault();
  // It may close the view of the field.
  if (command?.group === 'go') keepTyped();
  action();
}

/** 1 to 9: one account; 0: all. Keyboards that type with Ctrl Alt, as with AltGr, keep their characters. */
function accountOf(event: KeyboardEvent): Command | undefined {
  const digit = /^Digit(\d)$/.exec(event.code)?.[1];
  if (digit === undefined || !event.altKey || event.getModifierState('AltGraph')) return undefined;
  const { accounts = [] } = usePublished.getState().state ?? {};
  const account = accounts[Number(digit) - 1];
  const isPossible = accounts.length > 1 && (digit === '0' || account !== undefined);
  return isPossible ? { group: null, run: () => chooseByKey(account?.id ?? null) } : undefined;
}

/** A field may go with the account, and is saved first; one that stays keeps the focus. */
function chooseByKey(accountId: string | null): void {
  const field = document.activeElement as HTMLElement;
  keepTyped();
  chooseAccount(accountId);
  field.focus();
}

function alone(event: KeyboardEvent): (() => void) | undefined {
  if (event.altKey) return undefined;
  if (event.key === 'Escape') return goBack;
  if (event.key === 'F6') return focusTimer;
  if (isTyping(event.target)) return undefined;
  if (event.key === '?') return COMMANDS.keys.run;
  const { tab, page } = useNavigation.getState();
  if (pressedKeys(event) === 'T' && isTimeShown() && !isInForm(event.target)) return () => showDay(null);
  const isListShown = page === null || isBesideList({ tab, page });
  const canFilter = isListShown && (tab === 'board' || tab === 'tasks' || (tab === 'time' && columnCount() > 1));
  if (event.key === '/' && canFilter) return () => setFilter('');
  return undefined;
}

/** The title in the timer bar, or its search. */
function focusTimer(): void {
  document.querySelector<HTMLElement>('[data-drags-window] :is(button, input)')?.focus();
}

function isTimeShown(): boolean {
  const { tab, page } = useNavigation.getState();
  return page === null && (tab === 'time' || tab === 'timesheet' || (tab === 'tasks' && columnCount() > 1));
}

const isInForm = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('form, [role=menu], [role=dialog], [role=listbox]') !== null;

/** Closes what was opened last, or else hides the popover. The shown day stays: T goes back to today. */
function goBack(): void {
  const { tab, page, filter, switching } = useNavigation.getState();
  const { openEntry } = useShownTime.getState();
  const { state } = usePublished.getState();
  if (switching) setSwitching(false);
  else if (page !== null) closePage();
  else if (filter !== null && (tab !== 'time' || openEntry === null)) setFilter(null);
  else if (isTimeShown() && openEntry !== null) closeEntry(stopOf(openEntry));
  else if (state?.app.window === 'popover') void send('window.hide', {});
}
