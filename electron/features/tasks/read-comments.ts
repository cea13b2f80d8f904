/** Until when the person has seen the comments of each task, of the tasks last looked at. */
import type { SettingsStore } from '../../store/settings.ts';
import type { OpenTaskOptions } from './open-task.ts';

const MAX_TASKS = 1_000;

export function createSeenComments(settings: Pick<SettingsStore, 'kept' | 'keep'>): OpenTaskOptions['seen'] {
  const kept = () => settings.kept('seen-comments') ?? {};
  const keyOf = (accountId: string, taskId: string) => `${accountId} ${taskId}`;
  return {
    until: (accountId, taskId) => kept()[keyOf(accountId, taskId)],
    keep(accountId, taskId, until) {
      const { [keyOf(accountId, taskId)]: before, ...others } = kept();
      if (before === until) return;
      const newest = Object.entries(others).slice(1 - MAX_TASKS);
      settings.keep('seen-comments', Object.fromEntries([...newest, [keyOf(accountId, taskId), until]]));
    },
  };
}
