import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { QuickAddDirectory } from '../../../shared/contract/index.ts';
import { quickAddPageMessages } from '../../../shared/i18n/generated/quick-add-page.ts';
import { messages } from '../../../shared/i18n/generated/window.ts';
import { ofAccount } from '../../../shared/quick-add/accounts.ts';
import { warningsOf } from '../../../shared/quick-add/to-new-task.ts';
import type { DirectoryProject } from '../../../shared/quick-add/types.ts';
import { classNames } from '../../ui/class-names.ts';
import { ErrorBoundary } from '../../ui/error-boundary.tsx';
import { ErrorBox } from '../../ui/error-box.tsx';
import { Icon, WarnIcon } from '../../ui/icons.tsx';
import { useWindowKeys } from '../../ui/use-window-keys.ts';
import { Chips, dateChips } from './chips.tsx';
import { Feedback } from './feedback.tsx';
import { Line } from './line.tsx';
import { type ParsedText, parseText } from './parse-text.ts';
import styles from './quick-add.module.css';
import { leave, loadColumns, ready, sendHeight, setText, submit, useQuickAdd } from './state.ts';
import { Suggestions, useSuggestion } from './suggestions.tsx';

export function QuickAddPage() {
  // Messages are read while rendering, so a change of language remounts everything.
  const language = useQuickAdd((state) => state.language);
  return (
    <ErrorBoundary>
      <QuickAdd key={language} />
    </ErrorBoundary>
  );
}

function QuickAdd() {
  const line = useQuickAdd((state) => state.text);
  const plain = useQuickAdd((state) => state.plain);
  const directory = useQuickAdd((state) => state.directory);
  const parser = useQuickAdd((state) => state.parser);
  const dates = useQuickAdd((state) => state.dates);
  const turn = useQuickAdd((state) => state.turn);
  const projectId = useQuickAdd((state) => state.projectId);
  const accountId = useQuickAdd((state) => state.accountId);
  const error = useQuickAdd((state) => state.error);
  const [caret, setCaret] = useState(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: “tomorrow” may have changed when the window is shown again.
  const parsedText = useMemo(
    () =>
      parser === null || directory === null
        ? null
        : parseText(
            line,
            plain,
            parser,
            dates,
            openedFrom(directory, projectId, accountId),
            new Date(),
            quickAddPageMessages.tooMany,
          ),
    [line, plain, parser, dates, directory, projectId, accountId, turn],
  );
  const suggestion = useSuggestion(parsedText, parser, caret);
  const project = parsedText?.lines[0]?.parsed.project ?? null;
  const lists = directory === null ? null : ofAccount(directory, project);
  useColumns(parsedText?.lines.map(({ parsed }) => parsed.project) ?? [], directory);

  const [early, setEarly] = useState<{ line: string; startTimer: boolean } | null>(null);
  const isReadable = parsedText !== null && dates !== null;
  const send = (startTimer: boolean) => {
    if (isReadable) void submit(parsedText.tasks, parsedText.isDoubtful, startTimer);
    else setEarly({ line, startTimer });
  };
  // Enter that was pressed before the line could be read, unless the line has changed since.
  useEffect(() => {
    if (early === null || !isReadable) return;
    setEarly(null);
    if (early.line === line) void submit(parsedText.tasks, parsedText.isDoubtful, early.startTimer);
  }, [early, isReadable, line, parsedText]);
  const onKeyDown = (event: React.KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.target instanceof HTMLButtonElement || suggestion.onKey(event)) {
      // Buttons and the suggestions handle their own keys.
    } else if (event.key === 'Enter' && !event.shiftKey && !event.altKey) {
      event.preventDefault();
      send(event.ctrlKey || event.metaKey);
    }
  };

  const root = useHeight();
  // Wherever the focus is: a click beside the line takes it out of the page's elements.
  useWindowKeys((event) => {
    if (event.key !== 'Escape' || event.isComposing) return;
    event.preventDefault();
    void leave();
  });
  useEffect(ready, []);
  const isMany = parsedText?.isMany ?? false;
  return (
    <main className={styles.window} ref={root} onKeyDown={onKeyDown}>
      <h1 className="visually-hidden">{quickAddPageMessages.label}</h1>
      <Line
        isMany={isMany}
        tokens={isMany ? [] : (parsedText?.lines[0]?.parsed.tokens ?? [])}
        activeToken={suggestion.from}
        combobox={suggestion.listbox.field}
        onCaret={setCaret}
      />
      {parsedText !== null && !isMany && <Chips parsedText={parsedText} />}
      {line === '' && <Hints />}
      {parsedText !== null && isMany && <ManyTasks parsedText={parsedText} />}
      <Feedback parsedText={parsedText} typingFrom={suggestion.from} />
      {error !== null && <ErrorBox error={error} urgent />}
      <Suggestions suggestion={suggestion} me={lists?.me.id} />
      <Footer count={isMany ? (parsedText?.lines.length ?? 1) : 1} onCreate={send} />
    </main>
  );
}

/** A line without a project uses the one that quick add was opened from, or that of the account. */
function openedFrom(
  directory: QuickAddDirectory,
  projectId: string | null,
  accountId: string | null,
): QuickAddDirectory {
  if (projectId !== null && !directory.projects.some(({ id }) => id === projectId)) return directory;
  if (accountId === null) return { ...directory, lastProjectId: projectId ?? directory.lastProjectId };
  const { lastProjectId } = ofAccount(directory, { account: { id: accountId, name: '' } });
  return { ...directory, lastProjectId: projectId ?? lastProjectId, lastAccountId: accountId };
}

/** Requests the columns of the mentioned projects that are not loaded yet. */
function useColumns(projects: (DirectoryProject | null)[], directory: QuickAddDirectory | null): void {
  const unread = projects.find(
    (project) => project && directory && !Object.hasOwn(ofAccount(directory, project).columns, project.id),
  );
  const { id, account } = unread ?? {};
  useEffect(() => {
    if (id !== undefined) loadColumns(id, account?.id);
  }, [id, account?.id]);
}

/** Sends the content's height to main before the paint. */
function useHeight(): React.RefObject<HTMLElement | null> {
  const root = useRef<HTMLElement>(null);
  const sentHeight = useRef(0);
  useLayoutEffect(() => {
    const element = root.current;
    if (element === null) return;
    const send = () => {
      const height = Math.ceil(element.getBoundingClientRect().height);
      if (height === sentHeight.current || height === 0) return;
      sentHeight.current = height;
      sendHeight(height);
    };
    const observer = new ResizeObserver(send);
    observer.observe(element);
    send();
    return () => observer.disconnect();
  }, []);
  return root;
}

/** The characters that start each token. */
const SIGNS = [
  ['#', 'project'],
  ['+', 'label'],
  ['@', 'person'],
  ['!', 'priority'],
  ['>', 'column'],
  ['//', 'description'],
] as const;

/** Syntax hints for an empty line; a click inserts the character. */
function Hints() {
  return (
    <ul className={styles.hints} aria-label={quickAddPageMessages.hintsLabel}>
      {SIGNS.map(([sign, name]) => (
        <li key={sign}>
          <button type="button" onClick={() => setText(sign, sign.length)}>
            <kbd>{sign}</kbd>
            {quickAddPageMessages.hints[name]}
          </button>
        </li>
      ))}
      <li>{quickAddPageMessages.hints.dates}</li>
    </ul>
  );
}

const control = (): string =>
  navigator.platform.startsWith('Mac') ? quickAddPageMessages.keys.command : quickAddPageMessages.keys.ctrl;

/** Key hints that also work as buttons. */
function Footer({ count, onCreate }: { count: number; onCreate: (startTimer: boolean) => void }) {
  return (
    <footer className={styles.footer}>
      <button type="button" onClick={() => onCreate(false)}>
        <kbd>{quickAddPageMessages.keys.enter}</kbd>
        {count === 1 ? quickAddPageMessages.create : quickAddPageMessages.createMany({ count })}
      </button>
      {count === 1 && (
        <button type="button" onClick={() => onCreate(true)}>
          <kbd>{control()}</kbd>
          <kbd>{quickAddPageMessages.keys.enter}</kbd>
          {quickAddPageMessages.createAndStart}
        </button>
      )}
      {count > 1 && (
        <span>
          <kbd>{quickAddPageMessages.keys.shift}</kbd>
          <kbd>{quickAddPageMessages.keys.enter}</kbd>
          {quickAddPageMessages.newLine}
        </span>
      )}
      <button type="button" className={styles.end} onClick={() => void leave()}>
        <kbd>{quickAddPageMessages.keys.esc}</kbd>
        {quickAddPageMessages.close}
      </button>
    </footer>
  );
}

/** A preview of the tasks of several pasted lines. */
function ManyTasks({ parsedText: { lines, directory } }: { parsedText: ParsedText }) {
  return (
    <ol
      className={classNames('scroll-inside', styles.tasks)}
      aria-label={quickAddPageMessages.many({ count: lines.length })}
    >
      {lines.map(({ parsed }, index) => {
        const { title, project, priority, dates, assignee, labels, column } = parsed;
        const aside = [
          project?.name ?? '',
          priority === 'no-priority' ? '' : messages.tasks.priorityName[priority],
          ...dateChips(dates, directory.now).map(({ value }) => value),
          column?.name ?? '',
          ...labels.map(({ name }) => name),
          assignee?.name ?? '',
        ].filter((part) => part !== '');
        return (
          // Lines have no identity but their index.
          // biome-ignore lint/suspicious/noArrayIndexKey: the same.
          <li key={index}>
            <span className={classNames('tabular-numbers', styles.number)}>{index + 1}</span>
            <span className={classNames('truncate', title === '' && 'faint')} dir="auto" title={title}>
              {title || quickAddPageMessages.titleMissing}
            </span>
            {warningsOf(parsed).length > 0 && <Icon of={WarnIcon} size={14} className={styles.warning} />}
            <bdi className={classNames('truncate', styles.aside)}>{aside.join(' · ')}</bdi>
          </li>
        );
      })}
    </ol>
  );
}
