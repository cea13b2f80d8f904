import { type FormEvent, useId, useState } from 'react';
import type { LinkView, TaskPageView } from '../../../../shared/contract/index.ts';
import { taskPageMessages } from '../../../../shared/i18n/generated/task-page.ts';
import { LENGTHS } from '../../../../shared/limits.ts';
import { send, useAppState } from '../../../state/main-process.ts';
import { Button } from '../../../ui/button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { Icon, LinkIcon } from '../../../ui/icons.tsx';
import menuStyles from '../../../ui/menu.module.css';
import { TextInput } from '../../../ui/text-input.tsx';
import { AddButton } from './edit-popover.tsx';
import linkRowStyles from './link-row.module.css';
import { missingPermissionReason } from './property.tsx';
import { RemoveRecord, Rows, Section, SectionNotRead } from './section.tsx';
import { UnsentMark } from './unsent-mark.tsx';

export function Links({ taskPage, onRetry }: { taskPage: TaskPageView; onRetry: () => void }) {
  const { task, links } = taskPage;
  const disabledReason = missingPermissionReason(taskPage, 'task:update');
  const canLink = useAppState((state) => !state.missingFeatures.includes('links'));
  const add = canLink && links !== null && (
    <AddButton
      label={taskPageMessages.addLink}
      disabledReason={disabledReason}
      content={(close) => <AddLink taskId={task.id} close={close} />}
    />
  );
  if (!canLink && (links === null || links.length === 0)) return null;
  return (
    <Section title={taskPageMessages.links} end={add}>
      {links === null && <SectionNotRead onRetry={onRetry} />}
      <Rows
        records={links ?? []}
        row={(link) => (
          <Row
            key={link.id}
            taskId={task.id}
            link={canLink ? link : { ...link, isManual: false }}
            disabledReason={disabledReason}
          />
        )}
      />
    </Section>
  );
}

function Row({ taskId, link, disabledReason }: { taskId: string; link: LinkView; disabledReason: string | undefined }) {
  const { title } = link;
  return (
    <li className={linkRowStyles.row}>
      <button
        type="button"
        className={linkRowStyles.main}
        title={link.url}
        onClick={() => void send('tasks.open-link', { taskId, linkId: link.id })}
      >
        <Icon of={LinkIcon} />
        <bdi className="truncate grow">{title}</bdi>
        <UnsentMark isUnsent={link.isUnsent} />
        {link.host !== '' && <bdi className={classNames('truncate', linkRowStyles.note)}>{link.host}</bdi>}
      </button>
      {link.isManual && (
        <RemoveRecord
          record={{ taskId, of: 'links', id: link.id }}
          name={taskPageMessages.removeLink({ title })}
          disabledReason={disabledReason}
        />
      )}
    </li>
  );
}

function AddLink({ taskId, close }: { taskId: string; close: () => void }) {
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
