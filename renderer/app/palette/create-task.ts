/** Creates a task from the palette's text, as quick add does. */
import { quickAddMessages } from '../../../shared/i18n/generated/quick-add.ts';
import { messages } from '../../../shared/i18n/generated/window.ts';
import { blockingError, toNewTask } from '../../../shared/quick-add/to-new-task.ts';
import { request, usePublished } from '../../state/main-process.ts';
import { useNavigation } from '../../state/navigation.ts';

/** Returns why it cannot be created, or null if it was. */
export async function createTask(text: string): Promise<string | null> {
  const [parser, answer] = await Promise.all([
    import('../../features/quick-add/load-parser.ts'),
    request('quick-add.directory', {}),
  ]);
  if (!answer.ok) return answer.error.title;
  if (answer.value === null) return messages.status.signedOut;
  const { tab } = useNavigation.getState();
  const { state } = usePublished.getState();
  const onBoard = tab === 'board' ? state?.board?.project.id : undefined;
  const isKnown = answer.value.projects.some(({ id }) => id === onBoard);
  const directory = {
    ...answer.value,
    ...(isKnown && onBoard !== undefined && { lastProjectId: onBoard }),
    now: new Date(),
  };
  const parsed = parser.parse(text, directory, await parser.loadDates(directory.locale));
  const task = toNewTask(parsed, directory);
  if (task === null) return blockingError(parsed) ?? quickAddMessages.typeTitle;
  const created = await request('quick-add.create', { tasks: [task], startTimer: false });
  return created.ok ? null : created.error.title;
}
