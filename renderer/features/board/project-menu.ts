/** Entries of the board's menus that open a project's page. */

import { projectMessages } from '../../../shared/i18n/project-page-messages.ts';
import { openPage } from '../../app/state/store.ts';

interface Entry {
  key: string;
  label: string;
  apart: boolean;
  movesFocus: boolean;
  onChoose: () => void;
}

export const projectEntry = (projectId: string): Entry => ({
  key: 'project',
  label: projectMessages.menuEntry,
  apart: true,
  movesFocus: true,
  onChoose: () => openPage({ name: 'project', projectId }),
});

export const newProjectEntry = (): Entry => ({
  key: 'new project',
  label: projectMessages.newEntry,
  apart: true,
  movesFocus: true,
  onChoose: () => openPage({ name: 'project', projectId: null }),
});
