import type { BoardView } from '../../../shared/contract/index.ts';
import { boardMessages } from '../../../shared/i18n/generated/board.ts';
import { messages } from '../../../shared/i18n/generated/window.ts';
import buttonStyles from '../../ui/button.module.css';
import { IconButton, LinkButton } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { DownIcon, FilterIcon, GlobeIcon, Icon, MoreIcon, XIcon } from '../../ui/icons.tsx';
import { tintOfColor } from '../../ui/label.tsx';
import chipStyles from '../../ui/label-chip.module.css';
import { ProjectIcon } from '../../ui/project-icon.tsx';
import styles from './board-header.module.css';
import { BoardMark } from './board-icons.tsx';
import type { ChosenFilter } from './filter.ts';
import { choose, chooseNothing, openMenu } from './view-state.ts';

interface Props {
  board: BoardView | null;
  counted: { shown: number; total: number };
  /** Number of planned tasks while they are switched off. */
  hiddenPlanned?: number;
  isFiltering: boolean;
  /** Number of values chosen in the filter menu. */
  chosen: number;
  /** Without an account there are no projects to choose from. */
  standsAlone?: boolean;
}

/** The project, its number of tasks and the board's menus. */
export function BoardHeader({ board, counted, hiddenPlanned = 0, isFiltering, chosen, standsAlone = false }: Props) {
  const isPublic = board?.isPublic ?? false;
  const name = (board?.project.name ?? boardMessages.projects) || boardMessages.watch.board;
  // Without an account there is no status line to show the loading progress.
  const reading = standsAlone ? (board?.progress ?? null) : null;
  const counts =
    reading !== null && reading.total > 0
      ? messages.status.reading({ read: reading.read, total: reading.total })
      : isFiltering
        ? boardMessages.shown({ shown: counted.shown, total: counted.total })
        : boardMessages.tasks({ total: counted.total });
  // Before the first answer nobody knows how many there are.
  const isCounted = board?.fetchedAt != null || counted.total > 0 || reading !== null;
  const facts = [
    ...(isCounted ? [counts] : []),
    ...(isPublic ? [boardMessages.watch.readOnly] : []),
    ...(hiddenPlanned > 0 && !isFiltering ? [boardMessages.planned({ total: hiddenPlanned })] : []),
  ];
  const open = (kind: 'projects' | 'board' | 'filter', label: string) => (event: React.MouseEvent<HTMLElement>) =>
    openMenu({ kind, label, at: event.currentTarget.getBoundingClientRect() });
  const title = (
    <>
      {isPublic && <Icon of={GlobeIcon} />}
      {board === null ? <BoardMark /> : <ProjectIcon icon={board.project.icon} />}
      <bdi className="truncate">{name}</bdi>
    </>
  );
  return (
    <div className={styles.header}>
      {standsAlone ? (
        <h2 className={styles.project}>{title}</h2>
      ) : (
        <button
          type="button"
          className={styles.project}
          aria-haspopup="menu"
          aria-label={boardMessages.chooseProject({ project: name })}
          title={name}
          onClick={open('projects', boardMessages.projects)}
        >
          {title}
          <Icon of={DownIcon} />
        </button>
      )}
      {board !== null && <span className={classNames('truncate', styles.counts)}>{facts.join(' · ')}</span>}
      <span className="grow" />
      {board !== null && (
        <>
          <IconButton
            icon={FilterIcon}
            label={boardMessages.filter.menu}
            aria-haspopup="menu"
            className={chosen > 0 ? buttonStyles.on : undefined}
            onClick={open('filter', boardMessages.filter.menu)}
          />
          <IconButton
            icon={MoreIcon}
            label={boardMessages.menu}
            aria-haspopup="menu"
            onClick={open('board', boardMessages.menu)}
          />
        </>
      )}
    </div>
  );
}

interface ChipsProps {
  chosen: ChosenFilter;
  /** Names by user id. */
  people: ReadonlyMap<string, string>;
  /** Colours by label name. */
  colors: ReadonlyMap<string, string>;
}

/** The values chosen in the filter menu; a click removes one. */
export function FilterChips({ chosen, people, colors }: ChipsProps) {
  const { assignees, labels, priorities } = chosen;
  const without = <T,>(all: readonly T[], one: T): T[] => all.filter((other) => other !== one);
  const chips = [
    ...assignees.map((id) => ({
      key: `assignee ${id}`,
      name: id === null ? boardMessages.filter.nobody : (people.get(id) ?? id),
      tint: 'grey',
      remove: () => choose({ assignees: without(assignees, id) }),
    })),
    ...labels.map((label) => ({
      key: `label ${label}`,
      name: label,
      tint: tintOfColor(colors.get(label) ?? ''),
      remove: () => choose({ labels: without(labels, label) }),
    })),
    ...priorities.map((priority) => ({
      key: `priority ${priority}`,
      name: messages.tasks.priorityName[priority],
      tint: 'grey',
      remove: () => choose({ priorities: without(priorities, priority) }),
    })),
  ];
  return (
    <div className={styles.filters}>
      {chips.map(({ key, name, tint, remove }) => (
        <button
          type="button"
          key={key}
          className={classNames(chipStyles.chip, styles.chip)}
          data-tint={tint}
          aria-label={boardMessages.filter.remove({ name })}
          onClick={remove}
        >
          <bdi className="truncate">{name}</bdi>
          <Icon of={XIcon} size={12} />
        </button>
      ))}
      <LinkButton className={styles.clear} onClick={chooseNothing}>
        {boardMessages.filter.clear}
      </LinkButton>
    </div>
  );
}
