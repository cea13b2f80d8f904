import { useEffect, useId, useRef, useState } from 'react';
import type { TaskPageView, TaskView } from '../../../../shared/contract/index.ts';
import { taskPageMessages } from '../../../../shared/i18n/generated/task-page.ts';
import { messages } from '../../../../shared/i18n/generated/window.ts';
import { LENGTHS } from '../../../../shared/limits.ts';
import { send } from '../../../state/main-process.ts';
import { classNames } from '../../../ui/class-names.ts';
import inputStyles from '../../../ui/input.module.css';
import { isTyping } from '../../../ui/keys.ts';
import { useWindowKeys } from '../../../ui/use-window-keys.ts';
import { missingPermissionReason } from './property.tsx';
import styles from './title.module.css';
import { UnsentMark } from './unsent-mark.tsx';

/** The title; a click or F2 edits it. Enter and blur save, Escape cancels. */
export function Title({ task, taskPage }: { task: TaskView; taskPage: TaskPageView | null }) {
  const [draft, setDraft] = useState<string | null>(null);
  const button = useRef<HTMLButtonElement>(null);
  const returnFocus = useRef(false);
  const disabledReason = taskPage === null ? undefined : missingPermissionReason(taskPage, 'task:update');
  const title = task.title || messages.tasks.untitled;
  const canEdit = taskPage !== null && disabledReason === undefined;
  const tooLongId = useId();
  const edit = () => setDraft(task.title);

  useWindowKeys((event) => {
    if (!canEdit || event.key !== 'F2' || event.defaultPrevented || isTyping(event.target)) return;
    event.preventDefault();
    edit();
  });
  useEffect(() => {
    if (draft !== null || !returnFocus.current) return;
    returnFocus.current = false;
    button.current?.focus();
  }, [draft]);

  if (draft !== null) {
    const next = draft.trim();
    // An existing title over the limit may stay unchanged.
    const isTooLong = next.length > LENGTHS.taskTitle && next !== task.title;
    const finish = (isSaving: boolean, byKey: boolean) => {
      // A title that is too long is not cut off: the field stays open until it is shortened or cancelled.
      if (isSaving && isTooLong) return;
      returnFocus.current = byKey;
      setDraft(null);
      if (isSaving && next !== '' && next !== task.title)
        void send('tasks.change', { changes: [{ taskId: task.id, title: next }] });
    };
    return (
      <>
        <textarea
          className={classNames(inputStyles.input, styles.input)}
          aria-label={taskPageMessages.titleField}
          dir="auto"
          rows={1}
          aria-invalid={isTooLong}
          aria-describedby={isTooLong ? tooLongId : undefined}
          // biome-ignore lint/a11y/noAutofocus: the user just opened it.
          autoFocus
          value={draft}
          onChange={(event) => setDraft(event.target.value.replace(/[\r\n]+/g, ' '))}
          onFocus={(event) => event.target.select()}
          onBlur={() => finish(true, false)}
          onKeyDown={(event) => {
            if (event.nativeEvent.isComposing || (event.key !== 'Enter' && event.key !== 'Escape')) return;
            event.preventDefault();
            finish(event.key === 'Enter', true);
          }}
        />
        {isTooLong && (
          <p className={styles.tooLong} id={tooLongId} role="alert">
            {taskPageMessages.titleTooLong({ most: LENGTHS.taskTitle, has: next.length })}
          </p>
        )}
      </>
    );
  }
  if (!canEdit) {
    return (
      <h2 className={classNames('selectable', styles.title)} dir="auto" title={disabledReason ?? title}>
        {title}
      </h2>
    );
  }
  return (
    <h2>
      <button
        type="button"
        ref={button}
        className={styles.title}
        dir="auto"
        aria-keyshortcuts="E"
        title={taskPageMessages.retitleHint}
        onClick={edit}
      >
        {title}
      </button>
      <UnsentMark isUnsent={taskPage.unsent.includes('title')} />
    </h2>
  );
}
