/** Loaded into the app before its own code: a test sets main's wall clock (`setClock(ms)`), and nothing else of the computer's. */
const real = Date.now;
let by = 0;
Date.now = () => real() + by;
Reflect.set(globalThis, 'setClock', (ms) => {
  by = ms;
});
