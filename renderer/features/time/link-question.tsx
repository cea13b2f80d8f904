import { useEffect, useId, useState } from 'react';
import type { LinkQuestion } from '../../../shared/contract/index.ts';
import { messages } from '../../../shared/i18n/generated/window.ts';
import { send } from '../../state/main-process.ts';
import { Button } from '../../ui/button.tsx';
import questionStyles from '../../ui/question.module.css';

/** Clicks are ignored for this long after the question appears, because they may be meant for something else (ms). */
const GUARD_MS = 600;

/** Asks before a deep link starts or stops a timer. */
export function Link({ question: { id, does, task } }: { question: LinkQuestion }) {
  const titleId = useId();
  const [isGuarded, setGuarded] = useState(true);
  useEffect(() => {
    const timer = setTimeout(setGuarded, GUARD_MS, false);
    return () => clearTimeout(timer);
  }, []);
  const answer = (isMeant: boolean) => void send('link.answer', { id, isMeant });
  return (
    <section className={questionStyles.question} aria-labelledby={titleId}>
      <h2 id={titleId} className="lead">
        {messages.link[does]({ identifier: task.identifier })}
      </h2>
      <p dir="auto">{task.title || messages.tasks.untitled}</p>
      <p>{messages.link.why}</p>
      <div className={questionStyles.actions}>
        <Button kind="primary" disabled={isGuarded} onClick={() => answer(true)}>
          {does === 'start' ? messages.link.yesStart : messages.link.yesStop}
        </Button>
        <Button onClick={() => answer(false)}>{messages.link.no}</Button>
      </div>
    </section>
  );
}
