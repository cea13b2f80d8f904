import type { LinkQuestion } from '../../../shared/contract/index.ts';
import { questionsMessages } from '../../../shared/i18n/generated/questions.ts';
import { messages } from '../../../shared/i18n/generated/window.ts';
import type { TaskRef } from '../../../shared/time/entry.ts';
import { send, useAppState } from '../../state/main-process.ts';
import { Button } from '../../ui/button.tsx';
import questionStyles from '../../ui/question.module.css';
import { Question } from '../../ui/question.tsx';
import { useGuard } from '../../ui/use-guard.ts';

/** Asks before a deep link starts or stops a timer, and which task it means if several have its name. */
export function Link({ title, question: { id, does, tasks } }: { title: string; question: LinkQuestion }) {
  const isGuarded = useGuard();
  const answer = (choice?: number) => void send('link.answer', { id, ...(choice !== undefined && { choice }) });
  const [task, another] = tasks;
  const accounts = useAppState((state) => state.accounts);
  if (task === undefined) return null;
  const nameOf = ({ identifier, title, accountId }: TaskRef) =>
    [accounts.find((one) => one.id === accountId)?.name, identifier, title || messages.tasks.untitled]
      .filter((part) => part !== undefined)
      .join(' · ');
  return (
    <Question title={title}>
      {another === undefined && <p dir="auto">{task.title || messages.tasks.untitled}</p>}
      {does !== 'open' && <p>{questionsMessages.link.why}</p>}
      <div className={questionStyles.actions}>
        {tasks.map((one, at) => (
          <Button
            key={`${one.accountId} ${one.taskId}`}
            kind={another === undefined ? 'primary' : 'secondary'}
            className={questionStyles.choice}
            disabled={isGuarded}
            onClick={() => answer(at)}
          >
            <span className="truncate">
              {another !== undefined
                ? nameOf(one)
                : does === 'stop'
                  ? questionsMessages.link.yesStop
                  : questionsMessages.link.yesStart}
            </span>
          </Button>
        ))}
        <Button onClick={() => answer()}>{questionsMessages.link.no}</Button>
      </div>
    </Question>
  );
}
