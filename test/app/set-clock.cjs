/** Loaded into the app before its own code: lets a test set main's wall clock (`setClock(ms)`). */
const real = Date.now;
let by = 0;
Date.now = () => real() + by;
/** @param {number} ms Difference from the real clock. */
function setClock(ms) {
  by = ms;
}
Reflect.set(globalThis, 'setClock', setClock);
