/** A shortcut that is held down fires repeatedly; only the first event is a press. Pure. */

/** Longer than the delay before key repeat starts on common desktops (ms). */
const REPEAT_MS = 700;

/** Returns a function that takes the monotonic time (ms) of each event and returns whether it is a new press. */
export function createPressFilter(): (at: number) => boolean {
  let last = Number.NEGATIVE_INFINITY;
  return (at) => {
    const isPress = at - last >= REPEAT_MS;
    last = at;
    return isPress;
  };
}
