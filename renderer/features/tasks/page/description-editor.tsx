import { type FormEvent, type KeyboardEvent, type RefObject, useState } from 'react';
import { taskPageMessages } from '../../../../shared/i18n/generated/task-page.ts';
import { messages } from '../../../../shared/i18n/generated/window.ts';
import { LENGTHS } from '../../../../shared/limits.ts';
import { Button } from '../../../ui/button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import inputStyles from '../../../ui/input.module.css';
import markdownStyles from '../../../ui/markdown/markdown.module.css';
import type { LinkActions } from '../../../ui/markdown/markdown.tsx';
import { MarkdownText } from '../../../ui/markdown/markdown-text.tsx';
import { Segments } from '../../../ui/radio-group.tsx';
import styles from './description-editor.module.css';
import { type Draft, inField, withTick } from './drafts.ts';

interface Props {
  draft: Draft;
  field: RefObject<HTMLTextAreaElement | null>;
  links: LinkActions;
  onChange: (text: string) => void;
  onSave: () => void;
  onLeave: () => void;
}

/** Editor with a preview. Ctrl+Enter saves; Escape closes an unchanged draft. */
export default function DescriptionEditor({ draft, field, links, onChange, onSave, onLeave }: Props) {
  const [view, setView] = useState<'write' | 'preview'>('write');
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      onSave();
    } else if (event.key === 'Escape') {
      event.stopPropagation();
      if (draft.text === inField(draft.before)) onLeave();
    }
  };
  const tick = (markAt: number) => onChange(withTick(draft.text, draft.text, markAt) ?? draft.text);
  return (
    <form
      className={styles.editor}
      onKeyDown={onKeyDown}
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        onSave();
      }}
    >
      <Segments
        label={taskPageMessages.showAs}
        options={[
          { value: 'write', label: taskPageMessages.write },
          { value: 'preview', label: taskPageMessages.preview },
        ]}
        value={view}
        onChange={setView}
      />
      {view === 'write' ? (
        <textarea
          ref={field}
          className={classNames(inputStyles.input, styles.input)}
          aria-label={taskPageMessages.description}
          dir="auto"
          maxLength={LENGTHS.description}
          // biome-ignore lint/a11y/noAutofocus: the user just opened it.
          autoFocus
          value={draft.text}
          onChange={(event) => onChange(event.target.value)}
        />
      ) : draft.text.trim() === '' ? (
        <p className={classNames('faint', markdownStyles.text)}>{taskPageMessages.noDescription}</p>
      ) : (
        <MarkdownText links={{ ...links, tick }} text={draft.text} />
      )}
      <div className={styles.actions}>
        <Button small onClick={onLeave}>
          {messages.cancel}
        </Button>
        <Button small kind="primary" type="submit">
          {taskPageMessages.save}
        </Button>
      </div>
    </form>
  );
}
