/** A shortcut that is held down fires again and again; only the first of these is a press. Pure. */

/** Longer than the wait before repeating begins on any usual desktop (ms). */
const REPEAT_MS = 700;

/** Gives a function that tells of each moment (ms, ever growing) at which the shortcut fired whether it was pressed anew. */
export function createPressFilter(): (at: number) => boolean {
  let last = Number.NEGATIVE_INFINITY;
  return (at) => {
    const isPress = at - last >= REPEAT_MS;
    last = at;
    return isPress;
  };
}
