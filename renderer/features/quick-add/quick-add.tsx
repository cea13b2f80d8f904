import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { QuickAddDirectory } from '../../../shared/contract/index.ts';
import { quickAddPageMessages } from '../../../shared/i18n/generated/quick-add-page.ts';
import { ErrorBox } from '../../ui/error-box.tsx';
import { Chips } from './chips.tsx';
import { Feedback } from './feedback.tsx';
import { Footer } from './footer.tsx';
import { Hints } from './hints.tsx';
import { Line } from './line.tsx';
import { ManyTasks } from './many-tasks.tsx';
import styles from './quick-add.module.css';
import { leave, loadColumns, ready, sendHeight, submit, useQuickAdd } from './state.ts';
import { Suggestions, suggestionsId } from './suggestions.tsx';
import { understandText } from './understanding.ts';
import { useSuggestion } from './use-suggestion.ts';

export function QuickAdd() {
  const line = useQuickAdd((state) => state.text);
  const plain = useQuickAdd((state) => state.plain);
  const known = useQuickAdd((state) => state.known);
  const parser = useQuickAdd((state) => state.parser);
  const dates = useQuickAdd((state) => state.dates);
  const turn = useQuickAdd((state) => state.turn);
  const projectId = useQuickAdd((state) => state.projectId);
  const error = useQuickAdd((state) => state.error);
  const [caret, setCaret] = useState(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: “tomorrow” may have changed when the window is shown again.
  const understanding = useMemo(
    () =>
      parser === null || known === null
        ? null
        : understandText(
            line,
            plain,
            parser,
            dates,
            openedFrom(known, projectId),
            new Date(),
            quickAddPageMessages.tooMany,
          ),
    [line, plain, parser, dates, known, projectId, turn],
  );
  const suggestion = useSuggestion(understanding, parser, caret);
  useColumns(understanding?.lines.map(({ understood }) => understood.project?.id) ?? [], known?.columns);

  const send = (startTimer: boolean) => {
    if (understanding !== null) void submit(understanding.tasks, understanding.isDoubtful, startTimer);
  };
  const onKeyDown = (event: React.KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Escape') {
      event.preventDefault();
      void leave();
    } else if (event.target instanceof HTMLButtonElement || suggestion.onKey(event)) {
      // Buttons and the suggestions handle their own keys.
    } else if (event.key === 'Enter' && !event.shiftKey && !event.altKey) {
      event.preventDefault();
      send(event.ctrlKey || event.metaKey);
    }
  };

  const root = useHeight();
  useEffect(ready, []);
  const isMany = understanding?.isMany ?? false;
  return (
    <main className={styles.window} ref={root} onKeyDown={onKeyDown}>
      <h1 className="visually-hidden">{quickAddPageMessages.label}</h1>
      <Line
        isMany={isMany}
        tokens={isMany ? [] : (understanding?.lines[0]?.understood.tokens ?? [])}
        activeToken={suggestion.from}
        list={{ id: suggestionsId, isOpen: suggestion.candidates.length > 0, activeId: suggestion.activeId }}
        onCaret={setCaret}
      />
      {understanding !== null && !isMany && <Chips understanding={understanding} />}
      {line === '' && <Hints />}
      {understanding !== null && isMany && <ManyTasks understanding={understanding} />}
      <Feedback understanding={understanding} typingFrom={suggestion.from} />
      {error !== null && <ErrorBox error={error} urgent />}
      <Suggestions suggestion={suggestion} known={known} />
      <Footer count={isMany ? (understanding?.lines.length ?? 1) : 1} onCreate={send} />
    </main>
  );
}

/** A line without a project uses the one that quick add was opened from. */
function openedFrom(known: QuickAddDirectory, projectId: string | null): QuickAddDirectory {
  return known.projects.some(({ id }) => id === projectId) ? { ...known, lastProjectId: projectId } : known;
}

/** Requests the columns of the mentioned projects that are not loaded yet. */
function useColumns(projects: (string | undefined)[], columns: object | undefined): void {
  const unread = projects.find((id) => id !== undefined && columns !== undefined && !Object.hasOwn(columns, id));
  useEffect(() => {
    if (unread !== undefined) loadColumns(unread);
  }, [unread]);
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
