/** Loaded into the app before its own code: lets a test set main's wall clock (`setClock(ms)`, at the start `CLOCK_AHEAD_MS`). */
const real = Date.now;
let by = Number(process.env.CLOCK_AHEAD_MS ?? 0);
Date.now = () => real() + by;
/** @param {number} ms Difference from the real clock. */
function setClock(ms) {
  by = ms;
}
Reflect.set(globalThis, 'setClock', setClock);
