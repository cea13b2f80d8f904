/**
 * Loaded into the app before its own code: lets a test set main's wall clock (`setClock(ms)`, at the start `CLOCK_AHEAD_MS`), and stop it
 * (`setClock(ms, at)`).
 */
const real = Date.now;
let by = Number(process.env.CLOCK_AHEAD_MS ?? 0);
/** @type {number | undefined} */
let stoppedAt;
Date.now = () => stoppedAt ?? real() + by;
/**
 * @param {number} ms Difference from the real clock.
 * @param {number} [at] The clock stands still at this time.
 */
function setClock(ms, at) {
  [by, stoppedAt] = [ms, at];
}
Reflect.set(globalThis, 'setClock', setClock);
