import { send } from '../state/main-process.ts';
import { showTab } from '../state/navigation.ts';

export async function openBoard(project: { id: string; accountId?: string | undefined }): Promise<void> {
  const { id: projectId, accountId } = project;
  showTab('board');
  // A board belongs to one account.
  if (accountId !== undefined) await send('account.bring-to-front', { accountId });
  void send('board.open', { projectId });
}
