import type { HandlersOf } from '../../../shared/contract/command.ts';
import type { timeCommands } from '../../../shared/contract/time.ts';
import type { timesheetCommands } from '../../../shared/contract/timesheet.ts';
import { messages } from '../../../shared/i18n/generated/main.ts';
import type { TaskRef } from '../../../shared/time/entry.ts';
import type { FirstAccount } from '../account/index.ts';
import type { FeatureContext } from '../context.ts';
import type { RemoteTimersService } from './remote-timers-service.ts';
import type { TimeService } from './time-service.ts';

export function handlers(
  time: TimeService,
  remoteTimers: RemoteTimersService,
  account: Pick<FirstAccount, 'required' | 'openIds'>,
  context: Pick<FeatureContext, 'copyText' | 'showToast'>,
): HandlersOf<typeof timeCommands & typeof timesheetCommands> {
  const { timer, edit, timesheet, taskToTrack } = time;
  const id = () => account.required().id;
  /** Throws AppError if its account does not let the person track time. */
  function taskThatMayBeTracked(taskId: string, accountId: string | undefined): TaskRef {
    const task = taskToTrack(taskId, accountId);
    timer.checkMayTrack(task.accountId ?? id());
    return task;
  }
  return {
    'timer.start': ({ startTime, allowClosed, ...task }) => time.start(task, startTime, allowClosed),
    'timer.stop': ({ endTime, allowLong }) => time.stop(endTime, allowLong),
    'timer.set-start': ({ startTime, allowClosed }) => timer.setStart(id(), Date.parse(startTime), allowClosed),
    'timer.set-note': ({ note, entryId }) => timer.setNote(id(), note, entryId),
    'timer.discard': () => time.discard(),

    'time.day': ({ day }) => time.day(day),
    'time.continue': ({ entryId }) => time.continueEntry(entryId),
    'time.copy': ({ entryIds }) => {
      context.copyText(edit.textOf(id(), entryIds));
      context.showToast(messages.app.textCopied);
    },
    'time.add': ({ taskId, accountId, startTime, endTime, note, ...confirmed }) => {
      const span = { start: Date.parse(startTime), end: Date.parse(endTime), note };
      return edit.add(id(), taskThatMayBeTracked(taskId, accountId), span, confirmed);
    },
    'time.edit': ({ entryId, startTime, endTime, note, taskId, accountId, ...confirmed }) => {
      const span = { start: Date.parse(startTime), end: endTime === null ? null : Date.parse(endTime), note };
      const otherTask = taskId === undefined ? undefined : taskToTrack(taskId, accountId);
      edit.edit(id(), entryId, span, confirmed, otherTask);
    },
    'time.split': ({ entryId, at, ...confirmed }) => edit.split(id(), entryId, Date.parse(at), confirmed),
    'time.move': ({ fromTaskId, fromAccountId, taskId, accountId, ...confirmed }) =>
      edit.moveAll(id(), fromTaskId, taskToTrack(taskId, accountId), confirmed, fromAccountId),
    'time.move-entries': ({ entryIds, to, ...confirmed }) => {
      if ('day' in to) edit.moveToDay(id(), entryIds, to.day, confirmed);
      else edit.moveTo(id(), entryIds, taskToTrack(to.taskId, to.accountId), confirmed);
    },
    'time.delete': ({ entryIds, ...confirmed }) => edit.remove(id(), entryIds, confirmed),
    'time.trim': ({ entryId, otherId, ...confirmed }) => edit.trim(id(), entryId, otherId, confirmed),
    'time.export': ({ from, to }) => time.export(from, to),

    'timesheet.read': ({ from, to }) => timesheet.read(id(), from, to),
    'timesheet.overtime': ({ to }) => timesheet.overtime(id(), to),
    'timesheet.edit-cell': ({ taskId, accountId, day, ms, ...confirmed }) => {
      edit.editCell(id(), taskThatMayBeTracked(taskId, accountId), day, ms, confirmed);
    },
    'timesheet.review': ({ from, to, projectKey }) => timesheet.review(id(), from, to, projectKey),
    'week.review': ({ weekStart }) => timesheet.review(id(), weekStart),
    'week.close': ({ weekStart }) => timesheet.close(id(), weekStart),
    'week.reopen': ({ weekStart }) => timesheet.reopen(id(), weekStart),
    'week.compare': ({ weekStart }) => timesheet.compare(id(), weekStart),

    'remote-timer.adopt': ({ serverId }) => remoteTimers.adoptIfRunning(serverId),
    'remote-timer.complete': ({ serverId, endTime, accountId: _, ...confirmed }) =>
      remoteTimers.complete(serverId, Date.parse(endTime), confirmed),
    'remote-timer.leave': ({ serverId }) => remoteTimers.leave(serverId),

    'link.answer': ({ id: questionId, choice }) => time.linkQuestions.answer(account.openIds(), questionId, choice),
  };
}
