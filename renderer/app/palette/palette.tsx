import { Dialog } from 'radix-ui';
import { useId, useMemo, useRef, useState } from 'react';
import type { PaletteView } from '../../../shared/contract/index.ts';
import { MINUTE_MS } from '../../../shared/dates/milliseconds.ts';
import { clockOrDay, dayIn } from '../../../shared/i18n/format-dates.ts';
import { periodText } from '../../../shared/i18n/format-period.ts';
import { keysPageMessages } from '../../../shared/i18n/generated/keys-page.ts';
import { paletteMessages } from '../../../shared/i18n/generated/palette.ts';
import { quickAddMessages } from '../../../shared/i18n/generated/quick-add.ts';
import { messages } from '../../../shared/i18n/generated/window.ts';
import { LENGTHS, MAX_TYPED } from '../../../shared/limits.ts';
import type { PastDate } from '../../../shared/quick-add/past-dates.ts';
import { blockingError, toNewTask, warningsOf } from '../../../shared/quick-add/to-new-task.ts';
import { dayBounds } from '../../../shared/time/day.ts';
import { weekOf } from '../../../shared/time/period.ts';
import { request, useAppState, usePublished } from '../../state/main-process.ts';
import { closePalette, useNavigation } from '../../state/navigation.ts';
import { showToast } from '../../state/notices.ts';
import { useRead } from '../../state/use-read.ts';
import { classNames } from '../../ui/class-names.ts';
import { CalendarIcon, CloudOffIcon, Icon, PlusIcon, SearchIcon, ServerIcon } from '../../ui/icons.tsx';
import { pressedKeys } from '../../ui/keys.ts';
import { Option, useListbox } from '../../ui/listbox.tsx';
import { Spinner } from '../../ui/loading.tsx';
import { useNow } from '../../ui/use-now.ts';
import { showPastDate, usePastDates } from '../../widgets/past-dates.ts';
import { COMMANDS, commandOf, hasServer } from '../commands.ts';
import type { LineIcon } from './command-texts.ts';
import { groupsFor, type ServerSearch } from './groups.ts';
import { Keys } from './keys.tsx';
import { action, type Line, type Sources } from './line.ts';
import { LineParts } from './line-parts.tsx';
import styles from './palette.module.css';

/** A line whose actions are shown, and what was typed before. */
interface Level {
  line: Line;
  typed: string;
}

const NOTHING_READ: PaletteView = { boardTasks: [], tracked: [], entries: [], projects: [], weights: {} };

/** Finds tasks, entries, projects and pages on this computer, and runs every command. */
export default function Palette() {
  const state = useAppState((whole) => whole);
  const now = useNow(MINUTE_MS / 2);
  const view = useRead('palette.read', {}).value ?? NOTHING_READ;
  const [query, setQuery] = useState('');
  const [levels, setLevels] = useState<readonly Level[]>([]);
  const { line: level, typed: before } = levels.at(-1) ?? { line: null, typed: '' };
  const [server, setServer] = useState<ServerSearch | null>(null);
  const [error, setError] = useState<string | null>(null);
  const movesFocus = useRef(false);
  const isCreating = useRef(false);
  const content = useRef<HTMLDivElement>(null);
  const [from] = useState(() => document.activeElement);
  const id = useId();

  const sources = useMemo((): Sources => ({ state, view, now }), [state, view, now]);
  const typed = query.trim();
  // Only a new task may be longer.
  const text = typed.slice(0, LENGTHS.search);
  // All accounts are searched.
  const isOffline = state.tasks.failingSince !== null && state.accounts.every(({ state: is }) => is !== 'signed-in');
  const isLocal = !hasServer(state);

  const create = async () => {
    if (text === '') return finish(COMMANDS.newTask.run, true);
    if (isCreating.current) return;
    isCreating.current = true;
    const why = await createTask(typed, error).finally(() => {
      isCreating.current = false;
    });
    // Once closed, it says so elsewhere, and leaves another one alone.
    const isClosed = content.current === null;
    if (why !== null) (isClosed ? showToast : setError)(why);
    else if (!isClosed) closePalette();
  };
  const searchServer = async () => {
    if (text === '' || isOffline) return;
    setServer({ query: text, hits: null, error: null });
    const answer = await request('tasks.search', { query: text });
    setServer((latest) =>
      latest?.query !== text
        ? latest
        : answer.ok
          ? { query: text, hits: answer.value, error: null }
          : { query: text, hits: [], error: answer.error.title },
    );
  };
  const fixed = (): Line[] => [
    passingLine('new', paletteMessages.newTask({ text }), PlusIcon, 'CommandOrControl+Enter', () => void create()),
    // It stays until there are hits, so that Enter does not fall to the line above.
    ...(isOffline || (server?.query === text && server.hits?.length)
      ? []
      : [
          passingLine(
            'search',
            isLocal ? paletteMessages.searchWorkspace({ text }) : paletteMessages.searchServer({ text }),
            ServerIcon,
            'Shift+Enter',
            () => void searchServer(),
          ),
        ]),
  ];
  const date = useTypedDate(text, sources);
  const groups = groupsFor({ sources, query: text, level, server, date, fixed });
  const lines = groups.flatMap((group) => group.lines.map(({ line }) => line));
  const listbox = useListbox(
    lines.map((one) => one.id),
    // The first hits of the server come before the lines that are always there.
    `${levels.length} ${groups[0]?.key} ${query}`,
  );
  const line = lines[listbox.active];
  const isNothing = level === null && text !== '' && groups[0]?.key === 'nothing';

  const type = (typed: string) => {
    setQuery(typed);
    setError(null);
  };
  const finish = (run: () => void, takesFocus: boolean) => {
    movesFocus.current = takesFocus;
    closePalette();
    run();
  };
  const choose = (chosen: Line | undefined) => {
    if (chosen === undefined) return;
    if (chosen.id === 'new' || chosen.id === 'search') return chosen.run();
    if (chosen.isMenu) return showActions(chosen);
    const counted = levels[0]?.line ?? chosen;
    if (!counted.isPassing && counted.group !== 'entries') void request('palette.used', { line: counted.id });
    finish(chosen.run, chosen.movesFocus ?? false);
  };
  const showActions = (of: Line | undefined) => {
    const show = (line: Line) => {
      setLevels([...levels, { line, typed: query }]);
      type('');
    };
    if (of?.read) void of.read().then((actions) => show({ ...of, actions: () => actions }));
    else if (of?.actions) show(of);
  };
  const back = () => {
    setLevels(levels.slice(0, -1));
    type(before);
  };
  /** Does this with the line whose actions are shown, or with the chosen one. */
  const act = (keys: string): boolean => {
    const action = (levels[0]?.line ?? line)?.actions?.().find((one) => one.keys === keys);
    if (action) choose(action);
    return action !== undefined;
  };

  const onKeyDown = (event: React.KeyboardEvent<HTMLInputElement>) => {
    if (event.nativeEvent.isComposing) return;
    const isControlled = event.ctrlKey || event.metaKey;
    if (event.key === 'Tab') {
      event.preventDefault();
      if (!event.shiftKey) showActions(line);
      else if (level !== null) back();
      return;
    }
    if (listbox.move(event)) return;
    if (event.key === 'Enter') {
      event.preventDefault();
      if (event.repeat) return;
      if (isControlled || event.shiftKey) {
        if (level === null) void (isControlled ? create() : searchServer());
      } else if (event.altKey) act('Alt+Enter');
      else choose(line);
      return;
    }
    if (query === '' && level !== null && (event.key === 'Backspace' || event.key === ' ')) {
      event.preventDefault();
      if (event.key === ' ') act('Space');
      else back();
      return;
    }
    const { selectionStart, selectionEnd } = event.currentTarget;
    const copiesText = selectionStart !== selectionEnd && event.key.toLowerCase() === 'c';
    if (isControlled && !copiesText && act(pressedKeys(event))) return event.preventDefault();
    const command = commandOf(event.nativeEvent);
    if (command === undefined || command === COMMANDS.palette) return;
    event.preventDefault();
    finish(command.run, command.movesFocus ?? false);
  };

  return (
    <Dialog.Root open onOpenChange={(isOpen) => !isOpen && closePalette()}>
      <Dialog.Portal>
        <Dialog.Overlay className={styles.veil} />
        <Dialog.Content
          ref={content}
          className={styles.palette}
          aria-describedby={undefined}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            if (!movesFocus.current && from instanceof HTMLElement) from.focus();
          }}
        >
          <Dialog.Title className="visually-hidden">{paletteMessages.title}</Dialog.Title>
          <div className={styles.field}>
            <Icon of={SearchIcon} />
            {level !== null && (
              <span className={styles.path}>
                {pathOf(levels).map((part) => (
                  <span key={part}>
                    <bdi>{part}</bdi> ›{' '}
                  </span>
                ))}
              </span>
            )}
            <input
              {...listbox.field}
              className="plain-input"
              aria-label={
                level === null ? paletteMessages.placeholder : paletteMessages.actionsOf({ line: level.title })
              }
              placeholder={level === null ? paletteMessages.placeholder : ''}
              dir="auto"
              maxLength={MAX_TYPED}
              value={query}
              onChange={(event) => type(event.target.value)}
              onKeyDown={onKeyDown}
            />
          </div>
          {/* biome-ignore lint/a11y/noStaticElementInteractions: it only keeps the focus in the field. */}
          <div className={classNames('scroll-inside', styles.results)} onMouseDown={(event) => event.preventDefault()}>
            <div {...listbox.list} role="listbox" tabIndex={-1} aria-label={paletteMessages.results}>
              {groups.map((group) => (
                // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be in a listbox.
                <div key={group.key} role="group" aria-labelledby={`${id}-${group.key}`}>
                  <div id={`${id}-${group.key}`} className={styles.caption} dir="auto" role="presentation">
                    {group.caption}
                  </div>
                  {group.lines.map(({ line: one, marks }) => (
                    <Option
                      key={one.id}
                      of={listbox}
                      index={lines.indexOf(one)}
                      className={styles.option}
                      onChoose={() => choose(one)}
                      onContextMenu={(event) => {
                        event.preventDefault();
                        showActions(one);
                      }}
                    >
                      <LineParts line={one} marks={marks} />
                    </Option>
                  ))}
                </div>
              ))}
            </div>
            {level === null && text !== '' && (
              <ServerState server={server?.query === text ? server : null} isOffline={isOffline} now={now} />
            )}
          </div>
          {error !== null && (
            <p className={styles.error} role="alert">
              {error}
            </p>
          )}
          <footer className={styles.footer}>
            {isNothing ? (
              <span className="truncate">
                {paletteMessages.lookedThrough({
                  tasks: state.tasks.tasks.length + view.boardTasks.length,
                  projects: view.projects.length,
                  entries: view.entries.length,
                  commands: Object.keys(COMMANDS).length - 1,
                })}
              </span>
            ) : (
              line && (
                <span className={styles.hint}>
                  <Keys keys="Enter" />
                  <span className="truncate">{line.verb}</span>
                </span>
              )
            )}
            {!isNothing && line?.actions !== undefined && !line.isMenu && (
              <button type="button" tabIndex={-1} className={styles.hint} onClick={() => showActions(line)}>
                <Keys keys="Tab" />
                <span className="truncate">{paletteMessages.more}</span>
              </button>
            )}
            <span className="grow" />
            {level === null ? (
              <button type="button" tabIndex={-1} className={styles.hint} onClick={closePalette}>
                <kbd>{messages.status.keys.esc}</kbd>
                <span className="truncate">{paletteMessages.close}</span>
              </button>
            ) : (
              <button type="button" tabIndex={-1} className={styles.hint} onClick={back}>
                <kbd>⌫</kbd>
                <span className="truncate">
                  {before.trim() === '' ? keysPageMessages.hints.back : paletteMessages.backTo({ text: before.trim() })}
                </span>
              </button>
            )}
          </footer>
          <span className="visually-hidden" role="status">
            {paletteMessages.count({ count: lines.length })}
          </span>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

/** Breadcrumb; the query is shown on the first level only. */
function pathOf(levels: readonly Level[]): string[] {
  const names = levels.map(({ line: { identifier, title } }) => identifier || title);
  const typed = levels.length === 1 ? (levels[0]?.typed.trim() ?? '') : '';
  return typed === '' || typed === names[0] ? names : [typed, ...names];
}

const passingLine = (id: string, title: string, icon: LineIcon, keys: string, run: () => void): Line =>
  action(id, title, icon, run, { keys, isPassing: true });

/** The state of the search at the server: under way, failed, or offline. */
function ServerState({ server, isOffline, now }: { server: ServerSearch | null; isOffline: boolean; now: Date }) {
  const failingSince = useAppState((state) => state.tasks.failingSince);
  if (isOffline && failingSince !== null)
    return (
      <p className={styles.offline} role="note">
        <Icon of={CloudOffIcon} />
        <span>{paletteMessages.offline({ when: clockOrDay(failingSince, now) })}</span>
      </p>
    );
  if (server === null) return null;
  if (server.hits === null)
    return (
      <p className={styles.note} role="status">
        <Spinner />
        {paletteMessages.searching}
      </p>
    );
  if (server.error !== null)
    return (
      <p className={styles.offline} role="alert">
        {server.error}
      </p>
    );
  return server.hits.length === 0 ? (
    <p className={styles.note} role="status">
      {paletteMessages.noHits}
    </p>
  ) : null;
}

/** Returns why it is not created, or null if it is. Doubts prevent it once: not if `shown` says them already. */
async function createTask(text: string, shown: string | null): Promise<string | null> {
  const [parser, answer] = await Promise.all([
    import('../../features/quick-add/load-parser.ts'),
    request('quick-add.directory', {}),
  ]);
  if (!answer.ok) return answer.error.title;
  if (answer.value === null) return messages.status.signedOut;
  const { tab } = useNavigation.getState();
  const { state } = usePublished.getState();
  const { project, accountId } = (tab === 'board' && state?.board) || {};
  const onBoard = answer.value.projects.find((one) => one.id === project?.id && one.account?.id === accountId);
  const directory = {
    ...answer.value,
    ...(onBoard && { lastProjectId: onBoard.id }),
    ...(onBoard?.account && { lastAccountId: onBoard.account.id }),
    now: new Date(),
  };
  const parsed = parser.parse(text, directory, await parser.loadDates(directory.locale));
  const task = toNewTask(parsed, directory);
  if (task === null) return blockingError(parsed) ?? quickAddMessages.typeTitle;
  const warnings = warningsOf(parsed).map(({ words }) => words);
  const doubts = [...warnings, paletteMessages.createAnyway].join(' ');
  if (warnings.length > 0 && doubts !== shown) return doubts;
  const created = await request('quick-add.create', { tasks: [task], startTimer: false });
  return created.ok ? null : created.error.title;
}

/** A date typed into the palette: "12 Nov" shows its day in the Time tab, "week 45" its week in the timesheet. */
function useTypedDate(text: string, sources: Sources): Line | null {
  const read = usePastDates();
  return useMemo(() => {
    const found = text === '' ? undefined : read?.(text, sources.now, sources.state.time.weekStartsOn);
    return found ? dateLine(found, sources) : null;
  }, [read, text, sources]);
}

function dateLine({ day, isWeek }: PastDate, { state, now }: Sources): Line {
  const { day: today, weekStartsOn } = state.time;
  const week = weekOf(day, weekStartsOn);
  const isThisYear = day.slice(0, 4) === today.slice(0, 4);
  const dayText = dayIn(isThisYear ? 'shortDay' : 'shortDayYear', dayBounds(day).from);
  return {
    ...action(
      'date',
      isWeek ? periodText(week, weekStartsOn, now) : dayText,
      CalendarIcon,
      () => showPastDate({ day, isWeek }),
      {
        movesFocus: true,
        isPassing: true,
      },
    ),
    verb: paletteMessages.verbs.open,
  };
}
