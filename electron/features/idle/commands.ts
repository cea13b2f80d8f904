import type { HandlersOf } from '../../../shared/contract/command.ts';
import type { idleCommands } from '../../../shared/contract/idle.ts';
import type { TimeService } from '../time/index.ts';
import type { IdleService } from './idle-service.ts';

export const handlers = (
  { controller }: IdleService,
  { taskToTrack }: Pick<TimeService, 'taskToTrack'>,
): HandlersOf<typeof idleCommands> => ({
  'away-time.answer': ({ id, answer, taskId, accountId, allowClosed }) =>
    controller.applyAwayAnswer(
      id,
      answer,
      taskId === undefined ? undefined : taskToTrack(taskId, accountId),
      allowClosed,
    ),
  'still-working.answer': ({ answer }) => controller.answerStillWorking(answer),
  'stopped-timer.answer': ({ answer, allowClosed }) => controller.answerStopped(answer, allowClosed),
});
