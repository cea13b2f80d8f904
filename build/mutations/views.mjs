/** Faults in what the windows show: renderer/features, app, widgets, state and ui. */

/** @type {import('./plant.mjs').Fault[]} */
export const views = [
  {
    file: 'renderer/features/tasks/list/group-by-due-date.ts',
    text: 'priorityRank(other.task.priority) - priorityRank(one.task.priority)',
    replacement: 'priorityRank(one.task.priority) - priorityRank(other.task.priority)',
    harm: 'Of two tasks due at the same time, the less urgent one comes first.',
  },
  {
    file: 'renderer/features/tasks/list/task-list.tsx',
    text: "event.key === 'Enter' && !event.altKey && !event.repeat",
    replacement: "event.key === 'Enter' && !event.altKey",
    harm: 'Holding Enter down starts and stops the timer many times.',
  },
  {
    file: 'renderer/features/tasks/page/comments.tsx',
    text: "if (trimmed !== '' && !isTooLong) void post();",
    replacement: "if (trimmed !== '') void post();",
    harm: 'A comment that is too long is sent and rejected.',
  },
  {
    file: 'renderer/features/projects/webhook-events.ts',
    text: "Number(number.replace(',', '.')) * length",
    replacement: 'Number(number) * length',
    harm: '“1,5 h” is refused as a lead time.',
  },
  {
    file: 'renderer/ui/answers.tsx',
    text: 'answers[Number(event.key) - 1]',
    replacement: 'answers[Number(event.key)]',
    harm: 'The key 1 discards the time that it should keep.',
  },
  {
    file: 'renderer/features/outbox/outbox-page.tsx',
    text: "send('outbox.send-now', { itemId: id })",
    replacement: "send('outbox.send-now', {})",
    harm: '“Try now” of one change sends all of them.',
  },
  {
    file: 'renderer/features/settings/hours-fields.tsx',
    text: '(hours.from !== from || hours.to !== to)',
    replacement: '(hours.from !== from && hours.to !== to)',
    harm: 'Changing only the end of the hours is not saved.',
  },
  {
    file: 'renderer/features/quick-add/state.ts',
    text: ', ...(editing !== null && { instead: editing })',
    replacement: '',
    harm: 'An edited unsent task is created a second time.',
  },
  {
    file: 'renderer/features/board/filter.ts',
    text: 'wanted.every((word) => textOf(card).includes(word))',
    replacement: 'wanted.some((word) => textOf(card).includes(word))',
    harm: 'Each further word of a search finds more cards instead of fewer.',
  },
  {
    file: 'renderer/state/share-unchanged.ts',
    text: '    shared.length === Object.keys(before).length &&\n',
    replacement: '',
    harm: 'The last task of the list stays on the screen after it is done.',
  },
  {
    file: 'renderer/app/commands.ts',
    text: '  if (command.notWhileTyping && isTyping(event.target)) return undefined;\n',
    replacement: '',
    harm: 'Ctrl+Z in a text field undoes the last change of a task.',
  },
  {
    file: 'renderer/ui/confirm.tsx',
    text: '        event.stopPropagation();\n',
    replacement: '',
    harm: 'Escape in a question closes the page as well.',
  },
];
