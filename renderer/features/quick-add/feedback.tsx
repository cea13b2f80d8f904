import { useEffect, useState } from 'react';
import { quickAddPageMessages } from '../../../shared/i18n/generated/quick-add-page.ts';
import { messages } from '../../../shared/i18n/generated/window.ts';
import { Icon } from '../../ui/icon.tsx';
import { InfoIcon, WarnIcon } from '../../ui/icons.ts';
import { dueChip } from './due-chip.ts';
import styles from './feedback.module.css';
import { useQuickAdd } from './state.ts';
import type { Understanding } from './understanding.ts';

/** Maximum number of errors shown. */
const MAX_ERRORS = 3;

interface Sentence {
  key: string;
  text: string;
  isCalm: boolean;
}

/** Parse errors and notes. `typingFrom`: start of the name that is being typed; -1 for none. */
export function Feedback({ understanding, typingFrom }: { understanding: Understanding | null; typingFrom: number }) {
  const doubted = useQuickAdd((state) => state.doubted);
  const line = useQuickAdd((state) => state.text);
  const isBlocked = useQuickAdd((state) => state.isBlocked);
  const isFromLink = useQuickAdd((state) => state.isFromLink);
  const isSignedOut = useQuickAdd((state) => state.known === null && state.turn > 0);

  const sentences: Sentence[] = [];
  if (isFromLink && line !== '') sentences.push({ key: 'link', text: quickAddPageMessages.fromLink, isCalm: true });
  if (isSignedOut) sentences.push({ key: 'signed-out', text: quickAddPageMessages.signedOut, isCalm: false });
  if (understanding !== null) {
    const { obstacle, isTooLong, known } = understanding;
    // The suggestions cover the name that is being typed.
    const errors = understanding.errors.filter(({ from }) => from !== typingFrom || doubted === line);
    for (const { kind, from, words: sentence } of errors.slice(0, MAX_ERRORS)) {
      sentences.push({ key: `${kind} ${from} ${sentence}`, text: sentence, isCalm: false });
    }
    if (errors.length > 0 && doubted === line) {
      sentences.push({ key: 'again', text: quickAddPageMessages.enterAgain, isCalm: true });
    }
    if (known.projects.length === 0)
      sentences.push({ key: 'projects', text: quickAddPageMessages.noProjects, isCalm: true });
    else if ((isBlocked || isTooLong) && obstacle !== null)
      sentences.push({ key: 'obstacle', text: obstacle, isCalm: false });
  }
  return (
    <>
      {sentences.length > 0 && (
        <ul className={styles.messages} role="alert">
          {sentences.map(({ key, text, isCalm }) => (
            <li key={key} className={isCalm ? styles.note : undefined}>
              <Icon of={isCalm ? InfoIcon : WarnIcon} size={14} />
              <span dir="auto">{text}</span>
            </li>
          ))}
        </ul>
      )}
      <Announcement understanding={understanding} />
    </>
  );
}

/** Pause in typing before a screen reader announces the parsed values (ms). */
const QUIET_MS = 700;

function Announcement({ understanding }: { understanding: Understanding | null }) {
  const [announced, setAnnounced] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setAnnounced(understanding === null ? '' : announcementOf(understanding)), QUIET_MS);
    return () => clearTimeout(timer);
  }, [understanding]);
  return (
    <span className="visually-hidden" role="status">
      {announced}
    </span>
  );
}

function announcementOf({ lines, isMany, known }: Understanding): string {
  const understood = lines[0]?.understood;
  if (understood === undefined || understood.tokens.length === 0)
    return isMany ? quickAddPageMessages.many({ count: lines.length }) : '';
  if (isMany) return quickAddPageMessages.many({ count: lines.length });
  const { project, labels, priority, dueDate, assignee, column } = understood;
  return [
    project?.name,
    ...labels.map(({ name }) => name),
    priority === 'no-priority' ? undefined : messages.tasks.priority[priority],
    dueDate === null ? undefined : dueChip(dueDate, known.now).value,
    column?.name,
    assignee?.name,
  ]
    .filter((part) => part !== undefined)
    .join(', ');
}
