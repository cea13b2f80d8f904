/** How a column is marked: by the icon it was given, or by how far along the board it stands. Pure. */
import type { ColumnView } from '../../../shared/contract/index.ts';
import { type Quarters, quartersOf } from '../../ui/progress-quarters.ts';

/** The icons a column can be given here, by the names the service's own pages use. */
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

/** What these icons were called before. */
const ALIASES: Record<string, IconName> = { checkcircle: 'CircleCheck', checkcircle2: 'CircleCheck' };

export type ColumnMark =
  | { kind: 'icon'; name: IconName }
  /** An emoji, as it is. */
  | { kind: 'text'; text: string }
  /** A circle, filled by so many quarters. */
  | { kind: 'progress'; quarters: Quarters }
  | { kind: 'final' };

const plain = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]/g, '');
const byPlainName = new Map<string, IconName>(ICON_NAMES.map((name) => [plain(name), name]));

const letters = new Intl.Segmenter('en');

/** An emoji can be several characters. */
const firstLetter = (text: string): string => [...letters.segment(text)][0]?.segment ?? '';

/** `index`: its place among the project's columns. */
export function columnMark(column: ColumnView, index: number, columns: readonly ColumnView[]): ColumnMark {
  const icon = column.icon?.trim() ?? '';
  const name = byPlainName.get(plain(icon)) ?? ALIASES[plain(icon)];
  if (name !== undefined) return { kind: 'icon', name };
  if (/^\p{Extended_Pictographic}/u.test(icon)) return { kind: 'text', text: firstLetter(icon) };
  if (column.isFinal) return { kind: 'final' };
  return { kind: 'progress', quarters: quartersOf(index, columns.filter(({ isFinal }) => !isFinal).length) };
}
