import { type RefObject, useEffect, useState } from 'react';
import type { TaskPageView } from '../../../../shared/contract/index.ts';
import { taskPageMessages } from '../../../../shared/i18n/generated/task-page.ts';
import { taskRef } from '../../../../shared/time/entry.ts';
import { send } from '../../../state/main-process.ts';
import { Button } from '../../../ui/button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { ErrorBox } from '../../../ui/error-box.tsx';
import inputStyles from '../../../ui/input.module.css';
import { useInPlace } from '../../../ui/use-in-place.ts';
import { useTypedTitle } from '../../../widgets/new-task-field.tsx';
import { TaskPicker } from '../../../widgets/task-picker.tsx';
import descriptionEditorStyles from './description-editor.module.css';
import { useDraftTexts } from './drafts.ts';
import { Section } from './section.tsx';
import { Time } from './time.tsx';

interface Props {
  taskPage: TaskPageView;
  article: RefObject<HTMLElement | null>;
  onRetry: () => void;
}

/** A deleted task: the user's time can be moved to another task, and unsaved texts can be copied. */
export function Deleted({ taskPage, article, onRetry }: Props) {
  const choosing = useInPlace();
  const { task, entries } = taskPage;
  const [drafts, discardDrafts] = useDraftTexts(task.id);
  const { title, setTitle } = useTypedTitle({ accountId: task.accountId, of: task.id });
  const texts = [...new Set(title.trim() === '' ? drafts : [...drafts, title])];
  const discard = () => {
    discardDrafts();
    setTitle('');
  };
  const hasTime = entries !== null && entries.length > 0;
  const [hadTime] = useState(hasTime);
  // The button that had the focus goes with the last of the time: the page gets it.
  useEffect(() => {
    if (hadTime && !hasTime && document.activeElement === document.body) article.current?.parentElement?.focus();
  }, [article, hadTime, hasTime]);
  return (
    <>
      <ErrorBox error={{ kind: 'rejected', ...taskPageMessages.deleted({ hasTime }) }} calm>
        {hasTime && !choosing.isOpen && (
          <Button ref={choosing.button} kind="primary" onClick={choosing.open}>
            {taskPageMessages.moveTime}
          </Button>
        )}
      </ErrorBox>
      {choosing.isOpen && (
        <TaskPicker
          exclude={taskRef(task)}
          onChoose={({ taskId, accountId }) =>
            void send('time.move', { fromTaskId: task.id, fromAccountId: task.accountId, taskId, accountId })
          }
          onLeave={choosing.close}
        />
      )}
      {texts.length > 0 && (
        <Section
          title={taskPageMessages.notSaved}
          end={
            <Button small kind="quiet" onClick={discard}>
              {taskPageMessages.discard}
            </Button>
          }
        >
          {texts.map((text) => (
            <textarea
              className={classNames(inputStyles.input, descriptionEditorStyles.input)}
              key={text}
              readOnly
              aria-label={taskPageMessages.notSaved}
              dir="auto"
              value={text}
            />
          ))}
        </Section>
      )}
      {hasTime && <Time taskPage={taskPage} onRetry={onRetry} />}
    </>
  );
}
