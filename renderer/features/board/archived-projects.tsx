/** The archived projects: a page of the projects menu, read when it opens. */
import { boardMessages } from '../../../shared/i18n/generated/board.ts';
import { request } from '../../state/main-process.ts';
import { openPage } from '../../state/navigation.ts';
import { showError } from '../../state/notices.ts';
import { type MenuEntry, MenuNote, type MenuPage } from '../../ui/menu-pages.tsx';
import { closeMenu } from './view-state.ts';

/** Each entry of its page opens a project's page, where it can be restored. */
export const archivedEntry = (): MenuEntry => ({
  key: 'archived',
  label: boardMessages.archivedProjects,
  read: readArchived,
});

async function readArchived(): Promise<MenuPage> {
  const answer = await request('project.archived', {});
  if (!answer.ok) {
    closeMenu();
    showError(answer.error);
  } else if (answer.value.length > 0)
    return {
      entries: answer.value.map(({ id, name }) => ({
        key: id,
        label: name,
        movesFocus: true,
        onChoose: () => openPage({ name: 'project', projectId: id }),
      })),
    };
  return { entries: [], content: <MenuNote>{boardMessages.noArchivedProjects}</MenuNote> };
}
