/** Faults in what belongs to one of several accounts. */

/** @type {import('./plant.mjs').Fault[]} */
export const accounts = [
  {
    file: 'electron/outbox/rows.ts',
    text: "WHERE account_id = ?1 AND state <> 'sent' AND state <> 'needs-you'\n         AND (not_before",
    replacement: "WHERE ?1 IS NOT NULL AND state <> 'sent' AND state <> 'needs-you'\n         AND (not_before",
    harm: 'A change of one account is sent to the server of another.',
  },
  {
    file: 'electron/outbox/rows.ts',
    text: "SELECT count(*) AS n FROM outbox WHERE account_id = ? AND state <> 'sent'",
    replacement: "SELECT count(*) AS n FROM outbox WHERE ? IS NOT NULL AND state <> 'sent'",
    harm: 'Signing out speaks of unsent changes that are another account’s.',
  },
  {
    file: 'electron/app/connect-features.ts',
    text: 'item.accountId === one.accountId;',
    replacement: 'item.accountId !== undefined;',
    harm: 'What one account sent is shown as done in the lists of all.',
  },
  {
    file: 'electron/features/board/board-cache.ts',
    text: 'SELECT board FROM board_cache WHERE account_id = ? AND project_id = ?',
    replacement: 'SELECT board FROM board_cache WHERE ? IS NOT NULL AND project_id = ?',
    harm: 'A board shows the cards of another account until it is read.',
  },
  {
    file: 'electron/features/time-rules/rules-store.ts',
    text: 'SELECT name, value FROM time_rule WHERE account_id = ?',
    replacement: 'SELECT name, value FROM time_rule WHERE ? IS NOT NULL',
    harm: 'The targets and rates of one account are those of another.',
  },
  {
    file: 'electron/features/time/entry-store.ts',
    text: 'SELECT * FROM time_entry WHERE account_id = ? AND end_time IS NULL',
    replacement: 'SELECT * FROM time_entry WHERE ? IS NOT NULL AND end_time IS NULL',
    harm: 'Each account believes that the timer of another is its own.',
  },
  {
    file: 'electron/features/reminders/reminder-store.ts',
    text: 'SELECT task_id, due_date, kind FROM shown_reminder WHERE account_id = ?',
    replacement: 'SELECT task_id, due_date, kind FROM shown_reminder WHERE ? IS NOT NULL',
    harm: 'A due date is not said because another account’s task with this id was.',
  },
  {
    file: 'electron/features/idle/idle-store.ts',
    text: 'SELECT started_at, ended_at FROM away_answer WHERE account_id = ?',
    replacement: 'SELECT started_at, ended_at FROM away_answer WHERE ? IS NOT NULL',
    harm: 'Time away is not asked about because it was answered in another account.',
  },
  {
    file: 'electron/features/focus/focus-service.ts',
    text: 'stored !== null && account.openIds().includes(stored.accountId) ?',
    replacement: 'stored !== null ?',
    harm: 'A session of focus goes on in an account that did not begin it.',
  },
  {
    file: 'electron/features/outbox/commands.ts',
    text: 'item?.accountId === id() ? outbox.text(item)',
    replacement: 'item !== undefined ? outbox.text(item)',
    harm: 'The text of an unsent change of another person can be copied.',
  },
  {
    file: 'electron/features/tasks/task-creation.ts',
    text: 'created === undefined || item?.accountId !== accountId ||',
    replacement: 'created === undefined || item === undefined ||',
    harm: 'A new task of one account is changed from another.',
  },
  {
    file: 'electron/features/quick-add/dropped-tasks.ts',
    text: 'file.accountId === accountId && !names.has(file.name)',
    replacement: '!names.has(file.name)',
    harm: 'A task from the command line is created by whichever account comes first.',
  },
  {
    file: 'electron/features/idle/away-times.ts',
    text: 'accountId: other.accountId ?? accountId,',
    replacement: 'accountId,',
    harm: 'Time away on a task of another account is sent to the wrong server.',
  },
  {
    file: 'electron/features/time/edit-entries.ts',
    text: 'entry.task.taskId === taskId && entry.accountId === accountId;',
    replacement: 'entry.task.taskId === taskId;',
    harm: 'Time stays with the wrong account when it is moved to a task of the same id.',
  },
  {
    file: 'renderer/features/tasks/page/relations.tsx',
    text: 'hit.accountId === task.accountId && !taken',
    replacement: '!taken',
    harm: 'A task of another server is offered as related.',
  },
  {
    file: 'renderer/features/tasks/page/relations.tsx',
    text: '...(account && { account })',
    replacement: '',
    harm: 'A subtask is assigned to the person of the default account.',
  },
  {
    file: 'renderer/widgets/task-menu.tsx',
    text: 'accounts.find(({ id }) => id === tasks[0]?.accountId) ?? account ?? {}',
    replacement: 'account ?? {}',
    harm: 'Several tasks of another account are shown as somebody else’s.',
  },
  {
    file: 'electron/app/open-accounts.ts',
    text: 'beside, isShared ? userName : null, email]',
    replacement: 'beside, email]',
    harm: 'Two people on one server have the same name.',
  },
  {
    file: 'electron/features/time/entry-create-write.ts',
    text: 'mayBeDoubled(payload) || payload.sends === undefined ?',
    replacement: 'mayBeDoubled(payload) ?',
    harm: 'After a data folder was restored, a second copy of an entry stays.',
  },
];
