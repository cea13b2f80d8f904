/** The command palette: what it searches on this computer besides the published state. */
import type { KnownTask, PaletteProject, PaletteView } from '../../../shared/contract/palette-view.ts';
import type { AccountAccess } from '../account/index.ts';
import type { BoardService } from '../board/index.ts';
import type { FeatureContext } from '../context.ts';
import type { ProjectsService } from '../projects/index.ts';
import type { TimeService } from '../time/index.ts';
import { createUseStore } from './use-store.ts';

/** The last ones; older ones are found in the Time tab, or by searching the server. */
const MAX_ENTRIES = 500;
const MAX_TRACKED = 200;
const MAX_BOARD_TASKS = 1_000;

export interface PaletteOptions {
  account: Pick<AccountAccess, 'required' | 'id' | 'marked'>;
  boards: Pick<BoardService, 'board' | 'watched'>;
  projects: Pick<ProjectsService, 'directory'>;
  time: Pick<TimeService, 'entries'>;
}

type AccountLists = Pick<PaletteView, 'boardTasks' | 'projects'>;

export type PaletteService = ReturnType<typeof createPalette>;

export function createPalette({ database, now }: FeatureContext, options: PaletteOptions) {
  const { account, boards, projects, time } = options;
  const uses = createUseStore(database);

  /** Of the open board, then of the watched ones. */
  function boardTasks(accountId: string): KnownTask[] {
    const view = boards.board.view();
    const found = new Map<string, KnownTask>();
    if (view !== null && !view.isPublic) {
      const final = new Set(view.columns.filter(({ isFinal }) => isFinal).map(({ slug }) => slug));
      for (const { id, identifier, title, priority, dueDate, status } of boards.board.cards())
        found.set(id, {
          id,
          identifier,
          title,
          priority,
          dueDate,
          projectId: view.project.id,
          projectName: view.project.name,
          isDone: final.has(status),
        });
    }
    for (const { tasks } of boards.watched.boards(accountId)) {
      for (const { id, identifier, title, priority, dueDate, projectId, projectName } of tasks)
        if (!found.has(id))
          found.set(id, { id, identifier, title, priority, dueDate, projectId, projectName, isDone: false });
    }
    return [...found.values()].slice(0, MAX_BOARD_TASKS);
  }

  return {
    /** Of this account; nothing if signed out. */
    lists(): AccountLists {
      const id = account.id();
      if (id === undefined) return { boardTasks: [], projects: [] };
      const lists = projects.directory.lists();
      return {
        boardTasks: boardTasks(id).map(account.marked),
        projects: lists.projects.map((project) =>
          account.marked<PaletteProject>({
            id: project.id,
            slug: project.slug,
            name: project.name,
            columns: (lists.columns[project.id] ?? []).map(({ slug, name }) => ({ slug, name })),
          }),
        ),
      };
    },
    /** `lists`: of all open accounts. Throws AppError if signed out. */
    read(lists: AccountLists): PaletteView {
      const { id } = account.required();
      return {
        ...lists,
        tracked: time.entries.recent(id, MAX_TRACKED),
        entries: time.entries
          .completed(id, MAX_ENTRIES)
          .flatMap(({ id: entryId, task, startTime, endTime, note }) =>
            endTime === null ? [] : { id: entryId, task, startTime, endTime, note },
          ),
        weights: uses.weights(id, now()),
      };
    },
    used: (line: string): void => uses.used(account.required().id, line, now()),
  };
}
