/** Faults in time tracking: shared/time, electron/features/time and renderer/features/time. */

/** @type {import('./plant.mjs').Fault[]} */
export const time = [
  {
    file: 'shared/time/day.ts',
    text: 'reached = Math.max(reached, span.to);',
    replacement: 'reached = span.to;',
    harm: 'After a short entry within a long one, time that is counted twice is reported too low.',
  },
  {
    file: 'shared/time/typed-time.ts',
    text: "hour = (hour % 12) + (half.toLowerCase().startsWith('p') ? 12 : 0);",
    replacement: "hour = hour + (half.toLowerCase().startsWith('p') ? 12 : 0);",
    harm: '“12:30 pm” is not a time, and “12:30 am” is noon.',
  },
  {
    file: 'electron/features/time/edit-entries.ts',
    text: 'end: old.endTime === null ? null : end,',
    replacement: 'end,',
    harm: 'Splitting the running entry stops the timer.',
  },
  {
    file: 'electron/features/time/timer.ts',
    text: 'if (at - start >= POST_DELAY_MS || isChosen || isOrMayBeAtService(running)) {',
    replacement: 'if (at - start >= POST_DELAY_MS || isOrMayBeAtService(running)) {',
    harm: 'An entry of ten seconds whose start the person chose is thrown away.',
  },
  {
    file: 'electron/features/time/entry-changes.ts',
    text: 'if (isRunning(entry)) runClock.observe(entry);',
    replacement: '',
    harm: 'After the clock is set back, the running timer cannot be stopped.',
  },
  {
    file: 'electron/features/time/entry-store.ts',
    text: "'SELECT * FROM time_entry WHERE account_id = ? AND end_time IS NULL AND discarded_at IS NULL'",
    replacement: "'SELECT * FROM time_entry WHERE account_id = ? AND end_time IS NULL'",
    harm: 'A discarded timer keeps running on the screen.',
  },
  {
    file: 'electron/features/time/entry-create-write.ts',
    text: 'sends: (payload.sends ?? 0) + 1',
    replacement: 'sends: payload.sends ?? 0',
    harm: 'An entry that was sent twice is not checked for a duplicate, so its time is counted twice.',
  },
  {
    file: 'electron/features/time/remote-timer.ts',
    text: 'if (entry.userId !== from.userId || entry.endTime != null',
    replacement: 'if (entry.endTime != null',
    harm: 'A colleague’s timer is offered as one’s own on another device.',
  },
  {
    file: 'electron/features/time/csv-export.ts',
    text: 'Math.max(Date.parse(startTime), period.from)',
    replacement: 'Math.min(Date.parse(startTime), period.from)',
    harm: 'The exported hours begin at the start of the period, not of the entry.',
  },
  {
    file: 'renderer/features/time/entry-draft.ts',
    text: 'const isEndUnchanged = draft.end === originalDraft.end && draft.endDay === originalDraft.endDay;',
    replacement: 'const isEndUnchanged = draft.end === originalDraft.end;',
    harm: 'A changed day of the end is not saved.',
  },
  {
    file: 'renderer/features/time/week.ts',
    text: 'percent: Math.round((part.ms / totalMs) * 100),',
    replacement: 'percent: Math.round((part.ms / longest) * 100),',
    harm: 'The shares of the week do not add up to 100 %.',
  },
  {
    file: 'renderer/state/use-read.ts',
    text: '      if (isCancelled) return;\n',
    replacement: '',
    harm: 'A late answer for the day shown before empties the day shown now.',
  },
];
