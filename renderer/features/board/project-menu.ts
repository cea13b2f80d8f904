/** Entries of the board's menus that open a project's page. */

import { projectPageMessages } from '../../../shared/i18n/generated/project-page.ts';
import { openPage } from '../../state/navigation.ts';

interface Entry {
  key: string;
  label: string;
  apart: boolean;
  movesFocus: boolean;
  onChoose: () => void;
}

export const projectEntry = (projectId: string): Entry => ({
  key: 'project',
  label: projectPageMessages.menuEntry,
  apart: true,
  movesFocus: true,
  onChoose: () => openPage({ name: 'project', projectId }),
});

export const newProjectEntry = (): Entry => ({
  key: 'new project',
  label: projectPageMessages.newEntry,
  apart: true,
  movesFocus: true,
  onChoose: () => openPage({ name: 'project', projectId: null }),
});
