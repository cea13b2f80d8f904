/** Faults in reminders: shared/reminders and electron/features/reminders. */

/** @type {import('./plant.mjs').Fault[]} */
export const reminders = [
  {
    file: 'shared/reminders/planner.ts',
    text: 'return subMinutes(subDays(moment, Math.floor(minutes / DAY_MINUTES)), minutes % DAY_MINUTES).getTime();',
    replacement: 'return subMinutes(moment, minutes).getTime();',
    harm: 'Around a clock change, the reminder of the day before comes an hour early or late.',
  },
  {
    file: 'shared/reminders/planner.ts',
    text: 'const next = all[reached.length]?.at;',
    replacement: 'const next = all[reached.length + 1]?.at;',
    harm: 'The next reminder of a task is skipped.',
  },
  {
    file: 'shared/reminders/planner.ts',
    text: 'leads.filter((minutes) => !due.allDay || minutes >= DAY_MINUTES)',
    replacement: 'leads.filter((minutes) => !due.allDay || minutes > DAY_MINUTES)',
    harm: 'A task due on a whole day has no reminder the day before.',
  },
  {
    file: 'shared/reminders/planner.ts',
    text: 'const isOverdueReminderDue = !overdueDays.has(today) && (',
    replacement: 'const isOverdueReminderDue = (',
    harm: 'Overdue tasks are repeated all day long.',
  },
  {
    file: 'shared/reminders/quiet-hours.ts',
    text: 'from === to ? [] : [subDays(day, 1), day]',
    replacement: 'from === to ? [] : [day]',
    harm: 'Quiet hours from 20:00 to 8:00 end at midnight.',
  },
  {
    file: 'shared/reminders/snooze.ts',
    text: 'return !allDay && dueAt > now && dueAt < until ? dueAt : until;',
    replacement: 'return !allDay && dueAt < until ? dueAt : until;',
    harm: 'A snoozed overdue task comes back at once.',
  },
  {
    file: 'shared/reminders/notification.ts',
    text: 'const first = task.id === runningTaskId ? [] : [start()];',
    replacement: 'const first = [start()];',
    harm: 'The reminder of the task being worked on offers to start its timer.',
  },
  {
    file: 'electron/features/reminders/reminders.ts',
    text: 'return task?.dueDate === one.task.dueDate ? [{ ...one, task }] : [];',
    replacement: 'return task ? [{ ...one, task }] : [];',
    harm: 'The reminder of a postponed task stays on the screen.',
  },
  {
    file: 'electron/features/reminders/reminders.ts',
    text: 'const isSwitchedOn = on && !lastSettings.on;',
    replacement: 'const isSwitchedOn = on;',
    harm: 'Changing any setting of reminders drops those that wait for the end of the quiet hours.',
  },
  {
    file: 'electron/features/reminders/lead-times.ts',
    text: 'now() + (isRejected ? REFRESH_MS : RETRY_MS)',
    replacement: 'now() + REFRESH_MS',
    harm: 'After one failed request, a project’s lead time is unknown for a day.',
  },
  {
    file: 'electron/features/reminders/reminder-store.ts',
    text: 'if (wasSnoozed) sql.endSnooze.run(accountId, task.id, dueDate);',
    replacement: '',
    harm: 'A reminder whose snooze has ended is shown again and again.',
  },
  {
    file: 'electron/features/reminders/reminder-lists.ts',
    text: 'assignee?.id !== userId || !isComplete || board.workspaceId !== workspaceId',
    replacement: 'assignee?.id !== userId || board.workspaceId !== workspaceId',
    harm: 'Own tasks on a watched board that the list of assigned tasks leaves out have no reminders.',
  },
];
