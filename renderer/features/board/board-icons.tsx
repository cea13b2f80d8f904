/** Drawings of the board: column marks and the subtask ring. */
import type { LucideIcon } from 'lucide-react';
import type { ColumnView } from '../../../shared/contract/index.ts';
import type { boardMessages } from '../../../shared/i18n/generated/board.ts';
import { useAppState } from '../../state/main-process.ts';
import { Avatar as PersonAvatar } from '../../ui/avatar.tsx';
import { classNames } from '../../ui/class-names.ts';
import { emojiOf } from '../../ui/emoji.ts';
import {
  ArchiveIcon,
  BugIcon,
  CircleCheckIcon,
  CircleDashedIcon,
  CircleIcon,
  EyeIcon,
  FlagIcon,
  Icon,
  InboxIcon,
  LightbulbIcon,
  PauseIcon,
  PlannedIcon,
  PlayIcon,
  RocketIcon,
  StatusIcon,
} from '../../ui/icons.tsx';
import { tintOfColor } from '../../ui/label.tsx';
import marksStyles from '../../ui/marks.module.css';
import { ProgressMark, type Quarters, quartersOf } from '../../ui/marks.tsx';
import projectIconStyles from '../../ui/project-icon.module.css';
import styles from './board-icons.module.css';

/** The icons to choose from, by the names that the web app uses. */
export const COLUMN_ICONS: Record<IconName, LucideIcon> = {
  Circle: CircleIcon,
  CircleDashed: CircleDashedIcon,
  CircleDot: StatusIcon,
  CircleCheck: CircleCheckIcon,
  Inbox: InboxIcon,
  Lightbulb: LightbulbIcon,
  Play: PlayIcon,
  Pause: PauseIcon,
  Eye: EyeIcon,
  Flag: FlagIcon,
  Rocket: RocketIcon,
  Bug: BugIcon,
};
type IconName = keyof typeof boardMessages.icons;
export const ICON_NAMES = Object.keys(COLUMN_ICONS) as IconName[];

/** Of a column, or of planned and archived tasks. */
export function ColumnIcon({ slug, columns }: { slug: string; columns: readonly ColumnView[] }) {
  const index = columns.findIndex((column) => column.slug === slug);
  const column = columns[index];
  if (column === undefined) return <Icon of={slug === 'planned' ? PlannedIcon : ArchiveIcon} />;
  const mark = columnMark(column, index, columns);
  return (
    <span
      className={projectIconStyles.symbol}
      data-tint={column.color ? tintOfColor(column.color) : undefined}
      aria-hidden="true"
    >
      {mark.kind === 'icon' && <Icon of={COLUMN_ICONS[mark.name]} />}
      {mark.kind === 'final' && <Icon of={CircleCheckIcon} />}
      {mark.kind === 'text' && mark.text}
      {mark.kind === 'progress' && <ProgressMark quarters={mark.quarters} />}
    </span>
  );
}

export function BoardMark() {
  return (
    <svg className={classNames('icon', marksStyles.mark, marksStyles.outline)} viewBox="0 0 16 16" aria-hidden="true">
      <rect x="2.5" y="2.75" width="4.5" height="10.5" rx="1.25" />
      <rect x="9" y="2.75" width="4.5" height="6.5" rx="1.25" />
    </svg>
  );
}

const AROUND = 2 * Math.PI * 5;

/** The share of completed subtasks as a ring. */
export function SubtaskRing({ completed, total }: { completed: number; total: number }) {
  const done = (Math.min(completed, total) / total) * AROUND;
  return (
    <svg className={styles.ring} width="14" height="14" viewBox="0 0 16 16" aria-hidden="true">
      <circle className={styles.unlit} cx="8" cy="8" r="5" />
      {done > 0 && <circle cx="8" cy="8" r="5" strokeDasharray={`${done} ${AROUND}`} transform="rotate(-90 8 8)" />}
    </svg>
  );
}

export function Avatar({ person }: { person: { id: string; name: string } }) {
  const isPublic = useAppState(({ board }) => board?.isPublic === true);
  return <PersonAvatar id={person.id} name={person.name} title={person.name} isOurs={!isPublic} />;
}

/** Former names of these icons. */
const ALIASES: Record<string, IconName> = { checkcircle: 'CircleCheck', checkcircle2: 'CircleCheck' };

type ColumnMark =
  | { kind: 'icon'; name: IconName }
  | { kind: 'text'; text: string }
  /** A circle with this many quarters filled. */
  | { kind: 'progress'; quarters: Quarters }
  | { kind: 'final' };

const plain = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]/g, '');
const byPlainName = new Map<string, IconName>(ICON_NAMES.map((name) => [plain(name), name]));

/** `index`: the column's index among `columns`. */
export function columnMark(column: ColumnView, index: number, columns: readonly ColumnView[]): ColumnMark {
  const icon = column.icon?.trim() ?? '';
  const name = byPlainName.get(plain(icon)) ?? ALIASES[plain(icon)];
  if (name !== undefined) return { kind: 'icon', name };
  const text = emojiOf(icon);
  if (text !== null) return { kind: 'text', text };
  if (column.isFinal) return { kind: 'final' };
  return { kind: 'progress', quarters: quartersOf(index, columns.filter(({ isFinal }) => !isFinal).length) };
}
