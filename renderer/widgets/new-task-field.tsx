import { LENGTHS } from '../../shared/limits.ts';
import { keepDraftsOf } from '../state/kept-drafts.ts';
import { useAppState, usePublished } from '../state/main-process.ts';
import { openPage, pageOf, showTab } from '../state/navigation.ts';
import { askView } from '../state/view-requests.ts';
import { createViewState } from '../state/view-state.ts';
import { TextInput } from '../ui/text-input.tsx';
import { openBoard } from './open-board.ts';

/** Typed titles by account and `of`, so that leaving the view loses none. */
const useTitles = createViewState<Partial<Record<string, string>>>('new-task', {});

// A title of an account that is no longer open cannot be shown.
keepDraftsOf(() => {
  const { account, accounts = [] } = usePublished.getState().state ?? {};
  const begins = ['', account?.id, ...accounts.map(({ id }) => id)].map((id) => `${id} `);
  const fields = [...document.querySelectorAll('input')];
  return Object.entries(useTitles.getState())
    .filter(([key, title]) => title?.trim() && begins.some((begin) => key.startsWith(begin)))
    .map(([key, title]) => ({
      isOnScreen: fields.some(({ value }) => value === title),
      show: () => showField(key),
    }));
});

/** The view with the field: My tasks, the board, or the page of a task. */
function showField(key: string): void {
  const [accountId, of = '', column] = key.split(' ');
  if (accountId === '') showTab('tasks');
  else if (column === undefined) openPage(pageOf({ id: of, accountId }));
  else {
    void openBoard({ id: of, accountId });
    askView('new-card', { of: `${accountId} ${of}`, column });
  }
}

interface Props extends Pick<React.ComponentProps<'input'>, 'ref' | 'autoFocus' | 'placeholder' | 'onFocus'> {
  label: string;
  /** Whose task it would be; undefined: of the account in front; null: of any, as the view stays when an account goes. */
  accountId: string | null | undefined;
  /** What the task would belong to: its typed title stays there. */
  of: string;
  className: string | undefined;
  /** False if the task was not stored; its title returns to the field, before what was typed since. */
  create: (title: string) => Promise<boolean>;
  /** False if it did not open. */
  openQuickAdd?: (title: string) => Promise<boolean>;
  /** Escape; without it, that only clears the field. */
  onClose?: () => void;
  /** The field lost the focus and is empty. */
  onLeave?: () => void;
}

/** The typed title; `latest` reads it later. */
export function useTypedTitle({ accountId, of }: Pick<Props, 'accountId' | 'of'>) {
  const inFront = useAppState(({ account }) => account?.id);
  const key = `${accountId === null ? '' : (accountId ?? inFront)} ${of}`;
  const title = useTitles((titles) => titles[key] ?? '');
  const latest = () => useTitles.getState()[key] ?? '';
  const setTitle = (next: string) => useTitles.setState({ [key]: next });
  return { title, latest, setTitle };
}

/** Titles of parts of `of` that are gone go to the first of those that are there; whether there were any. */
export function moveTitles(accountId: string | undefined, of: string, parts: readonly string[]): boolean {
  const [first] = parts;
  const begin = `${accountId ?? usePublished.getState().state?.account?.id} ${of} `;
  const titles = useTitles.getState();
  const isGone = (key: string) => key.startsWith(begin) && !parts.includes(key.slice(begin.length));
  const gone = Object.keys(titles).filter((key) => titles[key]?.trim() && isGone(key));
  if (first === undefined || gone.length === 0) return false;
  const all = [begin + first, ...gone].map((key) => titles[key]?.trim()).filter(Boolean);
  useTitles.setState({ ...Object.fromEntries(gone.map((key) => [key, ''])), [begin + first]: all.join(' ') });
  return true;
}

/** A field that creates one task after another. Ctrl+Enter continues in quick add, with everything it knows. */
export function NewTaskField(props: Props) {
  const { label, accountId, of, className, create, openQuickAdd, onClose, onLeave, ...input } = props;
  const { title, latest, setTitle } = useTypedTitle({ accountId, of });
  const createTyped = async () => {
    const typed = title.trim();
    if (typed === '') return;
    setTitle('');
    if (!(await create(typed))) setTitle(`${typed} ${latest()}`.trimEnd());
  };
  const close = () => {
    setTitle('');
    onClose?.();
  };
  return (
    <TextInput
      {...input}
      className={className}
      label={label}
      dir="auto"
      maxLength={LENGTHS.taskTitle}
      value={title}
      onChange={setTitle}
      onBlur={() => title.trim() === '' && onLeave?.()}
      onKeyDown={(event) => {
        if (event.nativeEvent.isComposing || (event.key !== 'Enter' && event.key !== 'Escape')) return;
        // Escape hides the window if there is nothing to close or clear.
        if (event.key === 'Escape' && onClose === undefined && title === '') return;
        event.preventDefault();
        event.stopPropagation();
        if (event.key === 'Escape') close();
        else if (event.repeat) return;
        else if (!openQuickAdd || !(event.ctrlKey || event.metaKey)) void createTyped();
        // What was typed since is not in quick add.
        else void openQuickAdd(title.trim()).then((isOpen) => isOpen && latest() === title && close());
      }}
    />
  );
}
