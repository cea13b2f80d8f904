/**
 * The order of a column: by `position`, ascending, then by number. Real servers keep whole numbers of 32 bits and put new tasks
 * right behind the last one, so that there is seldom a number free between two: others make room then. Pure.
 */

/** The largest that every known server takes; far from 2^53, beyond which no number can be told from the next. */
export const MAX_POSITION = 2_147_483_646;

export interface Placed {
  id: string;
  position: number;
}

/** Cards in the order they stand in. */
export function compareCards(one: Placed & { number: number }, other: Placed & { number: number }): number {
  return (
    one.position - other.position || one.number - other.number || (one.id < other.id ? -1 : Number(one.id > other.id))
  );
}

/**
 * Which positions change so that `id` stands before the task `before` (null: at the end) of a column, whose tasks come in their
 * order: as few as there can be, whole and not negative. Empty where it stands there already; undefined where there is no room.
 */
export function place(column: readonly Placed[], id: string, before: string | null): Placed[] | undefined {
  const others = column.filter((task) => task.id !== id);
  const to = before === null ? others.length : others.findIndex((task) => task.id === before);
  if (to < 0) return undefined;
  if (column[to]?.id === id) return [];
  const [ahead, behind] = [others.slice(0, to).reverse(), others.slice(to)];
  const [last, next] = [ahead[0]?.position, behind[0]?.position];
  const ways = [
    // Right behind the one before, or right before the one after; whoever is in the way moves on.
    makeRoom({ id, position: last === undefined ? 0 : Math.floor(last) + 1 }, behind, 1),
    makeRoom({ id, position: next === undefined ? MAX_POSITION : Math.ceil(next) - 1 }, ahead, -1),
  ];
  const [shorter] = ways.filter((way) => way.every(isAllowed)).sort((one, other) => one.length - other.length);
  return shorter;
}

function makeRoom(task: Placed, inTheWay: readonly Placed[], step: 1 | -1): Placed[] {
  const moved = [task];
  let { position } = task;
  for (const one of inTheWay) {
    if ((one.position - position) * step > 0) break;
    position += step;
    moved.push({ id: one.id, position });
  }
  return moved;
}

const isAllowed = ({ position }: Placed): boolean =>
  Number.isInteger(position) && position >= 0 && position <= MAX_POSITION;
