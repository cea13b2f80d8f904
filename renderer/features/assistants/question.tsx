import { useId } from 'react';
import type { AssistantQuestion } from '../../../shared/contract/assistants.ts';
import { assistantsPageMessages } from '../../../shared/i18n/generated/assistants-page.ts';
import { send } from '../../state/main-process.ts';
import { Button } from '../../ui/button.tsx';
import questionStyles from '../../ui/question.module.css';
import { useGuard } from '../../ui/use-guard.ts';

/** Asks before an assistant does something. `title` names the assistant. */
export function Assistant({ title, question: { id, kind, text } }: { title: string; question: AssistantQuestion }) {
  const titleId = useId();
  const isGuarded = useGuard();
  const texts = assistantsPageMessages;
  const answer = (allow: boolean, always?: true) =>
    void send('assistants.answer', { id, allow, ...(always && { always }) });
  return (
    <section className={questionStyles.question} aria-labelledby={titleId}>
      <h2 id={titleId} className="lead" dir="auto">
        {title}
      </h2>
      <p dir="auto">{text}</p>
      <div className={questionStyles.actions}>
        <Button kind="primary" disabled={isGuarded} onClick={() => answer(true)}>
          {texts.allow}
        </Button>
        <Button disabled={isGuarded} title={texts.kinds[kind]} onClick={() => answer(true, true)}>
          {texts.always}
        </Button>
        <Button kind="quiet" onClick={() => answer(false)}>
          {texts.no}
        </Button>
      </div>
    </section>
  );
}
