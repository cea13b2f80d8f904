/** The board's open menu: of a card, a column, the board, its projects or its filter. */
import { useEffect } from 'react';
import { taskKey } from '../../../shared/accounts.ts';
import type { BoardView, CardView } from '../../../shared/contract/index.ts';
import { count } from '../../../shared/i18n/format-dates.ts';
import { boardMessages } from '../../../shared/i18n/generated/board.ts';
import { projectPageMessages } from '../../../shared/i18n/generated/project-page.ts';
import { messages } from '../../../shared/i18n/generated/window.ts';
import { PRIORITIES, type ReadPriority } from '../../../shared/tasks/priority.ts';
import { TINTS, type Tint } from '../../../shared/tint.ts';
import { openProject, request, send, useAppState } from '../../state/main-process.ts';
import { setFilter } from '../../state/navigation.ts';
import { showError } from '../../state/notices.ts';
import { selectedWith } from '../../state/selection.ts';
import { Icon } from '../../ui/icons.tsx';
import { tintOfColor } from '../../ui/label.tsx';
import chipStyles from '../../ui/label-chip.module.css';
import { PriorityMark } from '../../ui/marks.tsx';
import { PopMenu } from '../../ui/menu.tsx';
import { type MenuEntry, MenuLoading, MenuNote, type MenuPage } from '../../ui/menu-pages.tsx';
import { ProjectIcon } from '../../ui/project-icon.tsx';
import TaskMenu from '../../widgets/task-menu.tsx';
import { COLUMN_ICONS, ColumnIcon, ICON_NAMES } from './board-icons.tsx';
import { stepCard, taskOf } from './card-actions.ts';
import { cardsOf, useCards } from './card-store.ts';
import { choicesOf, chosenCount } from './filter.ts';
import { afterStep } from './order.ts';
import { choose, chooseNothing, closeMenu, setBoardView, toggle, useBoardView } from './view-state.ts';
import type { ShownColumn } from './visible-columns.ts';

const STEPS = ['up', 'down', 'top', 'bottom'] as const;

/** The colour sent for each tint: that of its dot in the light theme (tokens.css). */
const TINT_COLORS: Record<Tint, string> = {
  grey: '#72797e',
  red: '#cc4a41',
  orange: '#bf6516',
  yellow: '#937400',
  green: '#3f8536',
  blue: '#2f76c4',
  violet: '#7a5bc7',
  pink: '#bb4a8c',
};

export function BoardMenus({ board, columns }: { board: BoardView | null; columns: readonly ShownColumn[] }) {
  const menu = useBoardView((view) => view.menu);
  const cards = useCards();
  if (menu === null) return null;
  const { at, label } = menu;
  if (menu.kind === 'projects') return <ProjectsMenu at={at} label={label} board={board} />;
  if (board === null) return null;
  if (menu.kind === 'board') return <WholeBoardMenu at={at} label={label} board={board} />;
  if (menu.kind === 'filter') return <FilterMenu at={at} label={label} />;
  if (menu.kind === 'card') {
    const { cardId, opensAt } = menu;
    const [card, ...others] = cardsOf(selectedWith('board', cardId), cards);
    return (
      card && (
        <TaskMenu
          tasks={[card, ...others].map((one) => taskOf(one, board))}
          at={at}
          opensAt={opensAt}
          onClose={closeMenu}
          {...cardOptions(board, columns, card)}
        />
      )
    );
  }
  if (menu.kind !== 'column') return null;
  const column = columns.find(({ slug }) => slug === menu.slug);
  return column && <ColumnMenu at={at} label={label} board={board} column={column} />;
}

interface MenuProps {
  at: DOMRect;
  label: string;
}

/** The columns of a board, then planned and archived. */
function places(board: BoardView): { key: string; label: string; icon: React.ReactNode }[] {
  return [
    ...board.columns.map(({ slug, name }) => ({ key: slug, label: name })),
    ...(['planned', 'archived'] as const).map((key) => ({ key, label: boardMessages.outside[key] })),
  ].map((place) => ({ ...place, icon: <ColumnIcon slug={place.key} columns={board.columns} /> }));
}

/** What the menu of a card has besides that of any task. */
export function cardOptions(board: BoardView, columns: readonly ShownColumn[], card: CardView) {
  const column = columns.find(({ slug }) => slug === card.status)?.cards ?? [];
  const mayPlace = !card.isNotCreatedYet && !board.missingPermissions.includes('task:update');
  const place: MenuEntry = {
    key: 'place',
    label: boardMessages.place,
    more: () => ({
      entries: STEPS.filter((step) => afterStep(column, card.id, step) !== undefined).map((step) => ({
        label: boardMessages.steps[step],
        ...(step === 'up' || step === 'down' ? { result: boardMessages.keys[step] } : {}),
        onChoose: () => void stepCard(card, column, step),
      })),
    }),
  };
  return {
    opensWith: 'Enter' as const,
    status: () => ({
      entries: places(board).map((place, index) => ({
        ...place,
        chosen: place.key === card.status,
        ...(index < 9 ? { keys: String(index + 1), result: String(index + 1) } : {}),
        onChoose: () => void (place.key !== card.status && send('board.move', { taskId: card.id, to: place.key })),
      })),
    }),
    ...(mayPlace && column.length > 1 ? { place } : {}),
  };
}

function ColumnMenu({ at, label, board, column: shown }: MenuProps & { board: BoardView; column: ShownColumn }) {
  const { column, slug } = shown;
  const noProject = board.missingPermissions.includes('project:update')
    ? boardMessages.needs({ permission: 'project:update' })
    : undefined;
  const disabledReason = noProject ?? (column?.columnId == null ? boardMessages.noColumnId : undefined);
  const moveDisabledReason = board.missingPermissions.includes('task:update')
    ? boardMessages.needs({ permission: 'task:update' })
    : shown.total === 0
      ? boardMessages.emptyNow
      : undefined;
  const update = (change: { icon?: string; color?: string; isFinal?: boolean }): void => {
    if (column?.columnId) void send('board.update-column', { columnId: column.columnId, ...change });
  };
  const moveAll: MenuEntry = {
    label: boardMessages.moveAll,
    apart: column !== null,
    disabledReason: moveDisabledReason,
    more: () => ({
      entries: places(board)
        .filter(({ key }) => key !== slug)
        .map((place) => ({ ...place, onChoose: () => void send('board.move-all', { from: slug, to: place.key }) })),
    }),
  };
  const entries: MenuEntry[] =
    column === null
      ? [moveAll]
      : [
          {
            label: boardMessages.rename,
            disabledReason,
            movesFocus: true,
            onChoose: () => setBoardView({ renaming: slug }),
          },
          {
            label: boardMessages.icon,
            disabledReason,
            more: () => ({
              entries: ICON_NAMES.map((name) => ({
                label: boardMessages.icons[name],
                icon: <Icon of={COLUMN_ICONS[name]} />,
                checked: column.icon === name,
                onChoose: () => update({ icon: name }),
              })),
            }),
          },
          {
            label: boardMessages.colour,
            disabledReason,
            more: () => ({
              entries: TINTS.map((tint) => ({
                label: boardMessages.colours[tint],
                icon: <span className={chipStyles.swatch} data-tint={tint} />,
                checked: column.color !== null && tintOfColor(column.color) === tint,
                onChoose: () => update({ color: TINT_COLORS[tint] }),
              })),
            }),
          },
          {
            label: boardMessages.isFinal,
            disabledReason,
            checked: column.isFinal,
            onChoose: () => update({ isFinal: !column.isFinal }),
          },
          moveAll,
        ];
  return <PopMenu label={label} at={at} page={{ entries }} onClose={closeMenu} />;
}

function WholeBoardMenu({ at, label, board }: MenuProps & { board: BoardView }) {
  const { showPlanned, showArchived } = useBoardView();
  const { id } = board.project;
  const isWatched = useAppState((state) => state.watchedBoards.some(({ projectId }) => projectId === id));
  const remind: MenuEntry = {
    label: boardMessages.remind,
    apart: true,
    checked: isWatched,
    onChoose: () => void send('reminders.watch-board', { projectId: id, on: !isWatched }),
  };
  const onStart = useAppState(
    ({ settings, account }) => settings.moveOnStart[taskKey({ id, accountId: account?.id })]?.slug ?? null,
  );
  const toOnStart = (to: string | null) => () => void send('board.move-on-start', { to });
  const moveOnStart: MenuEntry = {
    label: boardMessages.onStart,
    more: () => ({
      entries: [
        { key: 'nowhere', label: boardMessages.onStartNowhere, chosen: onStart === null, onChoose: toOnStart(null) },
        ...places(board)
          .slice(0, board.columns.length)
          .map((place) => ({ ...place, chosen: place.key === onStart, onChoose: toOnStart(place.key) })),
      ],
    }),
  };
  const entries: MenuEntry[] = [
    { label: boardMessages.showPlanned, checked: showPlanned, onChoose: () => toggle('showPlanned') },
    { label: boardMessages.showArchived, checked: showArchived, onChoose: () => toggle('showArchived') },
    ...(board.isPublic ? [] : [remind]),
    ...(board.isPublic || board.missingPermissions.includes('task:update') ? [] : [moveOnStart]),
    { label: boardMessages.refresh, apart: true, onChoose: () => void send('board.refresh', {}) },
    board.isPublic
      ? { label: boardMessages.public.about, movesFocus: true, onChoose: () => setBoardView({ reading: 'board' }) }
      : projectEntry(projectPageMessages.menuEntry, id),
  ];
  return <PopMenu label={label} at={at} page={{ entries }} onClose={closeMenu} />;
}

function ProjectsMenu({ at, label, board }: MenuProps & { board: BoardView | null }) {
  const projects = useAppState((state) => state.projects);
  useEffect(() => void send('project.refresh-list', {}), []);
  const watch: MenuEntry = {
    label: boardMessages.watch.item,
    apart: (projects?.length ?? 0) > 0,
    movesFocus: true,
    onChoose: () => setBoardView({ isPasting: true }),
  };
  const entries: MenuEntry[] = (projects ?? []).map((project) => ({
    key: project.id,
    label: project.name,
    icon: <ProjectIcon icon={project.icon} />,
    ...(project.totalTasks === null ? {} : { result: count(project.totalTasks) }),
    chosen: board !== null && !board.isPublic && project.id === board.project.id,
    onChoose: () => void send('board.open', { projectId: project.id }),
  }));
  const others: MenuEntry[] = [
    projectEntry(projectPageMessages.newEntry, null),
    { label: boardMessages.archivedProjects, read: readArchived },
  ];
  const page: MenuPage = {
    entries: projects === null ? [] : [...entries, ...others],
    last: watch,
    ...(projects === null ? { content: <MenuLoading what={boardMessages.projects} /> } : {}),
  };
  return <PopMenu label={label} at={at} page={page} onClose={closeMenu} />;
}

function toggled<T>(chosen: readonly T[], value: T): T[] {
  return chosen.includes(value) ? chosen.filter((other) => other !== value) : [...chosen, value];
}

function FilterMenu({ at, label }: MenuProps) {
  const chosen = useBoardView((view) => view.chosen);
  const byId = useCards((cards) => cards.byId);
  const { filter } = boardMessages;
  const hasChosen = chosenCount(chosen) > 0;
  const entries: MenuEntry[] = [
    { label: filter.label, keys: '/', movesFocus: true, onChoose: () => setFilter('') },
    {
      apart: true,
      label: filter.assignee,
      more: () => ({
        entries: choicesOf(byId.values(), filter.nobody).assignees.map(({ value, name, count: cards }) => ({
          key: value ?? '',
          label: name,
          result: count(cards),
          checked: chosen.assignees.includes(value),
          stays: true,
          onChoose: () => choose({ assignees: toggled(chosen.assignees, value) }),
        })),
      }),
    },
    {
      label: filter.someLabel,
      more: () => {
        const { labels } = choicesOf(byId.values(), filter.nobody);
        if (labels.length === 0) return { entries: [], content: <MenuNote>{filter.noLabels}</MenuNote> };
        return {
          entries: labels.map(({ value, name, color, count: cards }) => ({
            key: value,
            label: name,
            icon: <span className={chipStyles.swatch} data-tint={tintOfColor(color)} />,
            result: count(cards),
            checked: chosen.labels.includes(value),
            stays: true,
            onChoose: () => choose({ labels: toggled(chosen.labels, value) }),
          })),
        };
      },
    },
    {
      label: filter.priority,
      more: () => ({
        entries: PRIORITIES.map(({ id }) => ({
          label: messages.tasks.priorityName[id],
          icon: <PriorityMark priority={id} />,
          checked: chosen.priorities.includes(id),
          stays: true,
          onChoose: () => choose({ priorities: toggled<ReadPriority>(chosen.priorities, id) }),
        })),
      }),
    },
    ...(hasChosen ? [{ label: filter.clearAll, apart: true, onChoose: chooseNothing }] : []),
  ];
  return <PopMenu label={label} at={at} page={{ entries }} onClose={closeMenu} />;
}

/** Opens the page of a project; null for a new one. */
const projectEntry = (label: string, projectId: string | null): MenuEntry => ({
  label,
  apart: true,
  movesFocus: true,
  onChoose: () => openProject(projectId),
});

/** Each entry opens a project's page, where it can be restored. */
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
        onChoose: () => openProject(id),
      })),
    };
  return { entries: [], content: <MenuNote>{boardMessages.noArchivedProjects}</MenuNote> };
}
