/**
 * The order of a column: by `position`, ascending, then by number. Servers store 32-bit integers and append new tasks without a gap,
 * so a move often has to renumber neighbours. Pure.
 */

/** The largest position that every known server accepts. */
export const MAX_POSITION = 2_147_483_646;

export interface Placed {
  id: string;
  position: number;
}

/** Cards in column order. */
export function compareCards(one: Placed & { number: number }, other: Placed & { number: number }): number {
  return (
    one.position - other.position || one.number - other.number || (one.id < other.id ? -1 : Number(one.id > other.id))
  );
}

/**
 * The fewest position changes that place `id` before the task `before` (null: at the end). `column` is in order; positions
 * are non-negative integers. Empty if it is already there; undefined if there is no room.
 */
export function place(column: readonly Placed[], id: string, before: string | null): Placed[] | undefined {
  const others = column.filter((task) => task.id !== id);
  const to = before === null ? others.length : others.findIndex((task) => task.id === before);
  if (to < 0) return undefined;
  if (column[to]?.id === id) return [];
  const [ahead, behind] = [others.slice(0, to).reverse(), others.slice(to)];
  const [last, next] = [ahead[0]?.position, behind[0]?.position];
  const ways = [
    // Directly after the previous task, or directly before the next; tasks in the way are shifted.
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
