import { useEffect, useState } from 'react';
import { quickAddPageMessages } from '../../../shared/i18n/generated/quick-add-page.ts';
import { messages } from '../../../shared/i18n/generated/window.ts';
import { Icon, InfoIcon, WarnIcon } from '../../ui/icons.tsx';
import { dateChips } from './chips.tsx';
import styles from './feedback.module.css';
import type { ParsedText } from './parse-text.ts';
import { useQuickAdd } from './state.ts';

const MAX_ERRORS = 3;

interface Sentence {
  key: string;
  text: string;
  isCalm: boolean;
}

/** Parse errors and notes. `typingFrom`: start of the name that is being typed; -1 for none. */
export function Feedback({ parsedText, typingFrom }: { parsedText: ParsedText | null; typingFrom: number }) {
  const doubted = useQuickAdd((state) => state.doubted);
  const line = useQuickAdd((state) => state.text);
  const isBlocked = useQuickAdd((state) => state.isBlocked);
  const isFromLink = useQuickAdd((state) => state.isFromLink);
  const isSignedOut = useQuickAdd((state) => state.directory === null && state.turn > 0);

  const sentences: Sentence[] = [];
  if (isFromLink && line !== '') sentences.push({ key: 'link', text: quickAddPageMessages.fromLink, isCalm: true });
  if (isSignedOut) sentences.push({ key: 'signed-out', text: quickAddPageMessages.signedOut, isCalm: false });
  if (parsedText !== null) {
    const { obstacle, isTooLong, directory } = parsedText;
    // The suggestions cover the name that is being typed.
    const errors = parsedText.errors.filter(({ from }) => from !== typingFrom || doubted === line);
    for (const { kind, from, words: sentence } of errors.slice(0, MAX_ERRORS)) {
      sentences.push({ key: `${kind} ${from} ${sentence}`, text: sentence, isCalm: false });
    }
    if (errors.length > 0 && doubted === line) {
      sentences.push({ key: 'again', text: quickAddPageMessages.enterAgain, isCalm: true });
    }
    if (directory.projects.length === 0)
      sentences.push({ key: 'projects', text: quickAddPageMessages.noProjects, isCalm: true });
    else if ((isBlocked || isTooLong) && obstacle !== null)
      sentences.push({ key: 'obstacle', text: obstacle, isCalm: false });
  }
  return (
    <>
      {sentences.length > 0 && (
        <div className={styles.messages} role="alert">
          <ul>
            {sentences.map(({ key, text, isCalm }) => (
              <li key={key} className={isCalm ? styles.note : undefined}>
                <Icon of={isCalm ? InfoIcon : WarnIcon} size={14} />
                <span dir="auto">{text}</span>
              </li>
            ))}
          </ul>
        </div>
      )}
      <Announcement parsedText={parsedText} />
    </>
  );
}

/** Pause in typing before a screen reader announces the parsed values (ms). */
const QUIET_MS = 700;

function Announcement({ parsedText }: { parsedText: ParsedText | null }) {
  const [announced, setAnnounced] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setAnnounced(parsedText === null ? '' : announcementOf(parsedText)), QUIET_MS);
    return () => clearTimeout(timer);
  }, [parsedText]);
  return (
    <span className="visually-hidden" role="status">
      {announced}
    </span>
  );
}

function announcementOf({ lines, isMany, directory }: ParsedText): string {
  if (isMany) return quickAddPageMessages.many({ count: lines.length });
  const parsed = lines[0]?.parsed;
  if (parsed === undefined || parsed.tokens.length === 0) return '';
  const { project, labels, priority, dates, assignee, column } = parsed;
  return [
    project?.name,
    ...labels.map(({ name }) => name),
    priority === 'no-priority' ? undefined : messages.tasks.priority[priority],
    ...dateChips(dates, directory.now).map(({ value }) => value),
    column?.name,
    assignee?.name,
  ]
    .filter((part) => part !== undefined)
    .join(', ');
}
