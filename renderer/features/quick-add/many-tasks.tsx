import { quickAddPageMessages } from '../../../shared/i18n/generated/quick-add-page.ts';
import { messages } from '../../../shared/i18n/generated/window.ts';
import { warningsOf } from '../../../shared/quick-add/to-new-task.ts';
import { classNames } from '../../ui/class-names.ts';
import { Icon, WarnIcon } from '../../ui/icons.tsx';
import { dateChips } from './date-chip.ts';
import styles from './many-tasks.module.css';
import type { ParsedText } from './parse-text.ts';

/** A preview of the tasks of several pasted lines. */
export function ManyTasks({ parsedText: { lines, directory } }: { parsedText: ParsedText }) {
  return (
    <ol
      className={classNames('scroll-inside', styles.tasks)}
      aria-label={quickAddPageMessages.many({ count: lines.length })}
    >
      {lines.map(({ parsed }, index) => {
        const { title, project, priority, dates, assignee, labels, column } = parsed;
        const aside = [
          project?.name ?? '',
          priority === 'no-priority' ? '' : messages.tasks.priorityName[priority],
          ...dateChips(dates, directory.now).map(({ value }) => value),
          column?.name ?? '',
          ...labels.map(({ name }) => name),
          assignee?.name ?? '',
        ].filter((part) => part !== '');
        return (
          // Lines have no identity but their index.
          // biome-ignore lint/suspicious/noArrayIndexKey: the same.
          <li key={index}>
            <span className={classNames('tabular-numbers', styles.number)}>{index + 1}</span>
            <span className={classNames('truncate', title === '' && styles.untitled)} dir="auto" title={title}>
              {title || quickAddPageMessages.titleMissing}
            </span>
            {warningsOf(parsed).length > 0 && <Icon of={WarnIcon} size={14} className={styles.warning} />}
            <bdi className={classNames('truncate', styles.aside)}>{aside.join(' · ')}</bdi>
          </li>
        );
      })}
    </ol>
  );
}
