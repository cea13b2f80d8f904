/** Loaded into the app before its own code: a test sets main's wall clock (`setClock(ms)`), and nothing else of the computer's. */
const real = Date.now;
let by = 0;
Date.now = () => real() + by;
/** @param {number} ms By how much it differs from the real one. */
function setClock(ms) {
  by = ms;
}
Reflect.set(globalThis, 'setClock', setClock);
