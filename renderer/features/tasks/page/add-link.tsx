import { type FormEvent, useId, useState } from 'react';
import { taskPageMessages } from '../../../../shared/i18n/generated/task-page.ts';
import { LENGTHS } from '../../../../shared/limits.ts';
import { send } from '../../../state/main-process.ts';
import { Button } from '../../../ui/button.tsx';
import menuStyles from '../../../ui/menu.module.css';
import { TextInput } from '../../../ui/text-input.tsx';

export function AddLink({ taskId, close }: { taskId: string; close: () => void }) {
  const [text, setText] = useState('');
  const [title, setTitle] = useState('');
  const [tried, setTried] = useState(false);
  const id = useId();
  const url = webAddress(text);
  const isWrong = tried && url === null;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (url === null) return;
    close();
    void send('tasks.add-record', { taskId, record: { of: 'links', url, title: title.trim() } });
  };
  return (
    <form className={menuStyles.form} onSubmit={submit} noValidate>
      <label htmlFor={`${id}-url`}>{taskPageMessages.linkUrl}</label>
      <TextInput
        id={`${id}-url`}
        spellCheck={false}
        placeholder="https://"
        maxLength={LENGTHS.url}
        isWrong={isWrong}
        aria-describedby={`${id}-description`}
        value={text}
        onChange={(typed) => {
          setText(typed);
          setTried(false);
        }}
      />
      <label htmlFor={`${id}-title`}>{taskPageMessages.linkTitle}</label>
      <TextInput
        id={`${id}-title`}
        spellCheck={false}
        dir="auto"
        maxLength={LENGTHS.linkTitle}
        value={title}
        onChange={setTitle}
      />
      <p id={`${id}-description`} role="status">
        {isWrong && taskPageMessages.notAUrl}
      </p>
      <Button small kind="primary" type="submit">
        {taskPageMessages.add}
      </Button>
    </form>
  );
}

/** Adds https if there is no scheme; null if the text is not a web address. */
export function webAddress(text: string): string | null {
  const typed = text.trim();
  const url = URL.parse(/^[a-z][a-z0-9+.-]*:\/\//i.test(typed) ? typed : `https://${typed}`);
  if (url === null || !/^https?:$/.test(url.protocol) || !/[.:]|^localhost$/.test(url.host)) return null;
  return url.href.length <= 2_000 ? url.href : null;
}
