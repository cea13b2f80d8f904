import type { HandlersOf } from '../../../shared/contract/command.ts';
import type { timeCommands } from '../../../shared/contract/time.ts';
import type { AccountService } from '../account/index.ts';
import type { TimeService } from './time-service.ts';

export function handlers(
  time: TimeService,
  account: Pick<AccountService, 'required'>,
): HandlersOf<typeof timeCommands> {
  const { timer, edit, remoteTimers, taskToTrack } = time;
  const id = () => account.required().id;
  return {
    'timer.start': ({ taskId, startTime }) => time.start(taskId, startTime),
    'timer.stop': ({ endTime, allowLong }) => time.stop(endTime, allowLong),
    'timer.set-start': ({ startTime }) => timer.setStart(id(), Date.parse(startTime)),
    'timer.set-note': ({ note }) => timer.setNote(id(), note),
    'timer.discard': () => time.discard(),

    'time.day': ({ day }) => time.day(day),
    'time.continue': ({ entryId }) => time.continueEntry(entryId),
    'time.add': ({ taskId, startTime, endTime, note, allowLong }) => {
      timer.checkMayTrack();
      const span = { start: Date.parse(startTime), end: Date.parse(endTime), note };
      edit.add(id(), taskToTrack(taskId), span, allowLong ?? false);
    },
    'time.edit': ({ entryId, startTime, endTime, note, taskId, allowLong }) => {
      const span = { start: Date.parse(startTime), end: endTime === null ? null : Date.parse(endTime), note };
      const otherTask = taskId === undefined ? undefined : taskToTrack(taskId);
      edit.edit(id(), entryId, span, allowLong ?? false, otherTask);
    },
    'time.split': ({ entryId, at }) => edit.split(id(), entryId, Date.parse(at)),
    'time.move': ({ fromTaskId, taskId }) => edit.moveAll(id(), fromTaskId, taskToTrack(taskId)),
    'time.delete': ({ entryId }) => edit.remove(id(), entryId),
    'time.trim': ({ entryId, otherId }) => edit.trim(id(), entryId, otherId),
    'time.export': ({ from, to }) => time.export(from, to),

    'remote-timer.adopt': ({ serverId }) => time.adoptRemote(serverId),
    'remote-timer.complete': ({ serverId, endTime, allowLong }) =>
      remoteTimers.complete(serverId, Date.parse(endTime), allowLong ?? false),
    'remote-timer.leave': ({ serverId }) => remoteTimers.leave(serverId),

    'link.answer': ({ id: questionId, isMeant }) => time.linkQuestions.answer(id(), questionId, isMeant),
  };
}
