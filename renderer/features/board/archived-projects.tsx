/** The archived projects: a page of the projects menu, read when it opens. */
import { useEffect } from 'react';
import type { Result } from '../../../shared/contract/index.ts';
import { boardMessages } from '../../../shared/i18n/generated/board.ts';
import { openPage, request, showError } from '../../state/store.ts';
import { type MenuEntry, MenuLoading, MenuNote, type MenuPage } from '../../ui/menu-pages.tsx';
import { closeMenu } from './view-state.ts';

export type ArchivedProjects = Result<'project.archived'>;

/** `archived`: null until they are read. Each entry opens the project's page, where it can be restored. */
export function archivedEntry(
  archived: ArchivedProjects | null,
  onRead: (archived: ArchivedProjects) => void,
): MenuEntry {
  return { key: 'archived', label: boardMessages.archivedProjects, more: () => pageOf(archived, onRead) };
}

function pageOf(archived: ArchivedProjects | null, onRead: (archived: ArchivedProjects) => void): MenuPage {
  if (archived === null) return { entries: [], content: <Read onRead={onRead} /> };
  if (archived.length === 0) return { entries: [], content: <MenuNote>{boardMessages.noArchivedProjects}</MenuNote> };
  return {
    entries: archived.map(({ id, name }) => ({
      key: id,
      label: name,
      movesFocus: true,
      onChoose: () => openPage({ name: 'project', projectId: id }),
    })),
  };
}

function Read({ onRead }: { onRead: (archived: ArchivedProjects) => void }) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once, when the menu page opens.
  useEffect(() => {
    void request('project.archived', {}).then((answer) => {
      if (answer.ok) return onRead(answer.value);
      closeMenu();
      showError(answer.error);
    });
  }, []);
  return <MenuLoading what={boardMessages.archivedProjects} />;
}
