import { useLayoutEffect, useRef } from 'react';
import { longDay } from '../../../../shared/i18n/format-dates.ts';
import { timesheetPageMessages } from '../../../../shared/i18n/generated/timesheet-page.ts';
import { dayBounds } from '../../../../shared/time/day.ts';
import styles from './typed-cell.module.css';
import type { CellEditing, Edit } from './use-cell-edit.ts';

/** The field in a cell that is typed over. `name`: the task's identifier. */
export function TypedCell({ edit, editing, name }: { edit: Edit; editing: CellEditing; name: string }) {
  const field = useRef<HTMLInputElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the field appears.
  useLayoutEffect(() => {
    field.current?.focus();
    if (edit.isSelected) field.current?.select();
  }, []);
  const onKeyDown = (event: React.KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Enter' && event.altKey) void editing.showEntries(edit);
    else if (event.key === 'Enter') void editing.save();
    else if (event.key === 'Escape') editing.leave();
    else return;
    event.preventDefault();
  };
  return (
    <input
      ref={field}
      className={styles.field}
      aria-label={timesheetPageMessages.edit({ task: name, day: longDay(dayBounds(edit.day).from, new Date()) })}
      aria-invalid={edit.problem !== null}
      aria-describedby="timesheet-edit"
      autoComplete="off"
      maxLength={12}
      value={edit.text}
      onChange={(event) => editing.type(event.target.value)}
      onKeyDown={onKeyDown}
      // If another window took the focus, the typed text waits.
      onBlur={({ relatedTarget }) => (relatedTarget !== null || document.hasFocus()) && editing.saveIfLeft()}
    />
  );
}
