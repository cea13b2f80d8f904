import type { AssistantForm, AssistantQuestion } from '../../../shared/contract/assistants.ts';
import { assistantsPageMessages } from '../../../shared/i18n/generated/assistants-page.ts';
import { localDay } from '../../../shared/time/day.ts';
import { send } from '../../state/main-process.ts';
import { Button } from '../../ui/button.tsx';
import questionStyles from '../../ui/question.module.css';
import { Question } from '../../ui/question.tsx';
import { useGuard } from '../../ui/use-guard.ts';
import { showEntryForm } from '../../widgets/entry-menu.tsx';

/** Asks before an assistant does something. `title` names the assistant. */
export function Assistant({ title, question }: { title: string; question: AssistantQuestion }) {
  const { id, kind, tool, text, form } = question;
  const isGuarded = useGuard();
  const texts = assistantsPageMessages;
  const answer = (allow: boolean, always?: true) =>
    void send('assistants.answer', { id, allow, ...(always && { always }) });
  /** The request is not given up before its form holds it. */
  const changeFirst = async () => {
    if (form && (await open(form))) void send('assistants.take-over', { id });
  };
  return (
    <Question title={title}>
      <p dir="auto">{text}</p>
      <div className={questionStyles.actions}>
        <Button kind="primary" disabled={isGuarded} onClick={() => answer(true)}>
          {texts.allow}
        </Button>
        {form && (
          <Button disabled={isGuarded} onClick={() => void changeFirst()}>
            {texts.changeFirst}
          </Button>
        )}
        <Button disabled={isGuarded} title={tool ?? texts.kinds[kind]} onClick={() => answer(true, true)}>
          {texts.always}
        </Button>
        <Button kind="quiet" onClick={() => answer(false)}>
          {texts.no}
        </Button>
      </div>
    </Question>
  );
}

async function open(form: AssistantForm): Promise<boolean> {
  if (form.is === 'task') {
    const { text, accountId } = form;
    return send('quick-add.open', { text, ...(accountId !== undefined && { accountId }), onlyIfEmpty: true });
  }
  showEntryForm(localDay(form.from), { ...form, kind: 'add', gap: null });
  return true;
}
