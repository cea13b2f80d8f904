/** The mark of a column: its own icon, or its progress along the board. Pure. */
import type { ColumnView } from '../../../shared/contract/index.ts';
import { emojiOf } from '../../ui/emoji.ts';
import { type Quarters, quartersOf } from '../../ui/progress-mark.tsx';

/** The icons to choose from, by the names that the web app uses. */
export const ICON_NAMES = [
  'Circle',
  'CircleDashed',
  'CircleDot',
  'CircleCheck',
  'Inbox',
  'Lightbulb',
  'Play',
  'Pause',
  'Eye',
  'Flag',
  'Rocket',
  'Bug',
] as const;
export type IconName = (typeof ICON_NAMES)[number];

/** Former names of these icons. */
const ALIASES: Record<string, IconName> = { checkcircle: 'CircleCheck', checkcircle2: 'CircleCheck' };

export type ColumnMark =
  | { kind: 'icon'; name: IconName }
  /** An emoji. */
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
