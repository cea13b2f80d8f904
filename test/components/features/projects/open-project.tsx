/** Opens the page of a project in the main window. */
import { act, screen, within } from '@testing-library/react';
import { openPage } from '../../../../renderer/state/navigation.ts';
import type { ProjectPage, State } from '../../../../shared/contract/index.ts';
import type { FakeBridge } from '../../bridge.ts';
import { openWindow, type Window } from '../../render.tsx';
import { unsentItem, unsentOf } from '../../state.ts';

export const SHOP = { projectId: 'project-1', projectName: 'Web shop' };

export function aProject(
  project: Partial<ProjectPage['project']> = {},
  changes: Partial<Omit<ProjectPage, 'project'>> = {},
): ProjectPage {
  return {
    project: {
      id: SHOP.projectId,
      name: SHOP.projectName,
      slug: 'WS',
      icon: 'Rocket',
      description: 'Sells things.',
      isDescriptionWhole: true,
      isPublic: false,
      isArchived: false,
      backgroundVersion: null,
      ...project,
    },
    progress: { completionPercentage: 40, totalTasks: 1234, dueDate: null },
    publicUrl: 'https://pm.halden.example/public-project/project-1',
    order: [
      { id: 'project-1', name: 'Web shop' },
      { id: 'project-2', name: 'Payments' },
      { id: 'project-3', name: 'Website' },
    ],
    moveTo: [{ id: 'w-2', name: 'Nordsee' }],
    ...changes,
  };
}

/** The outcomes of a write. */
export const DONE = { state: 'done', value: null } as const;
export const WAITS = { state: 'waits', isSending: false, why: null } as const;
export const rejected = (why: string) => ({ state: 'rejected', why }) as const;

/** An unsent write, about the project. */
export const unsent = (what: string, subject = `project:${SHOP.projectId}`): State['outbox'] =>
  unsentOf([unsentItem(what, { what, subject })]);

interface Options extends Partial<State> {
  page?: ProjectPage;
  /** The tab of the page. */
  tab?: string;
  /** Of the project; the account in front need not be. */
  accountId?: string;
  prepare?: (bridge: FakeBridge) => void;
}

export async function openProject({
  page = aProject(),
  tab = 'Project',
  accountId,
  prepare = () => {},
  ...state
}: Options = {}): Promise<Window> {
  const window = await openWindow(state, (bridge) => {
    bridge.answer('project.read', page);
    bridge.answer('project.uploads', true);
    prepare(bridge);
  });
  act(() => openPage({ name: 'project', projectId: SHOP.projectId, accountId }));
  await window.user.click(await screen.findByRole('tab', { name: tab }));
  return window;
}

/** Opens the form for a new project. */
export async function openNewProject(state: Partial<State> = {}): Promise<Window> {
  const window = await openWindow(state);
  act(() => openPage({ name: 'project', projectId: null }));
  await screen.findByRole('heading', { name: 'New project' });
  return window;
}

/** The text of the toast. */
export const toast = () => within(screen.getByRole('contentinfo')).getByRole('status').textContent;
