import { useEffect } from 'react';
import { outboxPageMessages } from '../../shared/i18n/generated/outbox-page.ts';
import { messages } from '../../shared/i18n/generated/window.ts';
import { setHint } from '../state/notices.ts';

/** The status line says what is asked, and the keys that answer. */
export function useAnswerHint(asked: string): void {
  useEffect(() => {
    const { keys, answer, later } = outboxPageMessages.question.hints;
    setHint(
      asked,
      [
        [keys, answer],
        [messages.status.keys.esc, later],
      ],
      true,
    );
    return () => setHint(null);
  }, [asked]);
}
