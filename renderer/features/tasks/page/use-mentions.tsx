/** Offers the people of the workspace while "@" and a name are typed in a comment. */
import { type KeyboardEvent, type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { taskPageMessages } from '../../../../shared/i18n/generated/task-page.ts';
import { useAppState } from '../../../state/main-process.ts';
import { useRead } from '../../../state/use-read.ts';
import { Avatar } from '../../../ui/avatar.tsx';
import { Option, useListbox } from '../../../ui/listbox.tsx';
import styles from './comments.module.css';
import { likelyPeople, offeredPeople, type Person, typedMention, withMentions } from './mentions.ts';

export interface MentionsProps {
  taskId: string;
  text: string;
  /** Already mentioned in it: they may have left the workspace. */
  mentioned?: readonly Person[] | undefined;
  onText: (text: string) => void;
  field: RefObject<HTMLTextAreaElement | null>;
}

const NOBODY: readonly Person[] = [];

export function useMentions({ taskId, text, mentioned = NOBODY, onText, field }: MentionsProps) {
  const [caret, setCaret] = useState<number | null>(null);
  const people = useRead('tasks.choices', text.includes('@') ? { taskId } : null).value?.people ?? NOBODY;
  const likely = useAppState(({ taskPage }) => taskPage && likelyPeople(taskPage));
  const typed = caret === null ? undefined : typedMention(text, caret);
  const meId = useAppState(({ account }) => account?.userId);
  const others = people.filter(({ id }) => id !== meId);
  const offered = typed === undefined ? [] : offeredPeople(others, typed, likely?.split(' ') ?? []);
  const listbox = useListbox(
    offered.map(({ id }) => id),
    typed ?? '',
  );
  /** Where the caret stands when the text with the chosen name is in the field, before the next key arrives. */
  const placeAfter = useRef<number>(undefined);
  useLayoutEffect(() => {
    const place = placeAfter.current;
    placeAfter.current = undefined;
    if (place !== undefined) field.current?.setSelectionRange(place, place);
  });
  const follow = () => setCaret(field.current?.selectionStart ?? null);
  const choose = ({ name }: Person) => {
    if (caret === null || typed === undefined) return;
    const start = caret - typed.length;
    const end = start + name.length + 1;
    onText(`${text.slice(0, start)}${name} ${text.slice(caret).replace(/^ /, '')}`);
    setCaret(null);
    placeAfter.current = end;
  };
  const { role: _, 'aria-expanded': __, spellCheck: ___, ...names } = listbox.field;
  return {
    /** The text as it is sent. */
    encoded: withMentions(text.trim(), [...mentioned, ...people]),
    field: {
      ...(offered.length > 0 && names),
      onSelect: follow,
      onBlur: () => setCaret(null),
    },
    /** True if the key was for the list. */
    onKeyDown(event: KeyboardEvent): boolean {
      if (offered.length === 0 || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return false;
      const active = offered[listbox.active];
      if (listbox.move(event)) return true;
      if ((event.key === 'Enter' || event.key === 'Tab') && active) choose(active);
      else if (event.key === 'Escape') setCaret(null);
      else return false;
      event.preventDefault();
      event.stopPropagation();
      return true;
    },
    list: offered.length > 0 && (
      // biome-ignore lint/a11y/noStaticElementInteractions: it only keeps the focus where it is.
      <div className={styles.mentions} onMouseDown={(event) => event.preventDefault()}>
        <div {...listbox.list} role="listbox" tabIndex={-1} aria-label={taskPageMessages.history.people}>
          {offered.map((person, index) => (
            <Option
              key={person.id}
              of={listbox}
              index={index}
              className={styles.person}
              onChoose={() => choose(person)}
            >
              <Avatar id={person.id} name={person.name} />
              <bdi className="truncate">{person.name}</bdi>
            </Option>
          ))}
        </div>
      </div>
    ),
  };
}
