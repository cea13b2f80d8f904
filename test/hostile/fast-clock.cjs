/**
 * Loaded into the app before its own code: main's clocks and timers run faster, by PUNCHCARD_TEST_CLOCK, so that two minutes of
 * waiting take seconds; `shiftClock(ms)` sets the one that people set. What a dialog says goes into the file
 * PUNCHCARD_TEST_DIALOGS, since nobody is there to close it.
 */
const { appendFileSync } = require('node:fs');
const { dialog } = require('electron');

/** `real` and `simulated`: the same moment (ms); every start is given the same. `shift`: what the clock was set by so far (ms). */
const { real, simulated, speed, shift } = JSON.parse(process.env.PUNCHCARD_TEST_CLOCK ?? '');
const realNow = Date.now.bind(Date);
let shifted = shift;
const now = () => Math.floor(simulated + (realNow() - real) * speed + shifted);

globalThis.Date = new Proxy(Date, {
  construct: (target, given, made) => Reflect.construct(target, given.length === 0 ? [now()] : given, made),
  apply: () => new Date(now()).toString(),
  get: (target, key) => (key === 'now' ? now : Reflect.get(target, key)),
});
/** @param {number} ms */
const shiftClock = (ms) => {
  shifted += ms;
};
Reflect.set(globalThis, 'shiftClock', shiftClock);

const ticks = performance.now.bind(performance);
performance.now = () => ticks() * speed;
const { setTimeout: after, setInterval: every } = globalThis;
/** What happens often must leave time for the rest (ms). */
const OFTEN_MS = 20;
Reflect.set(globalThis, 'setTimeout', (/** @type {() => void} */ act, ms = 0, /** @type {unknown[]} */ ...given) =>
  Reflect.apply(after, globalThis, [act, ms / speed, ...given]),
);
Reflect.set(globalThis, 'setInterval', (/** @type {() => void} */ act, ms = 0, /** @type {unknown[]} */ ...given) =>
  Reflect.apply(every, globalThis, [act, Math.max(OFTEN_MS, ms / speed), ...given]),
);
const timeout = AbortSignal.timeout.bind(AbortSignal);
AbortSignal.timeout = (ms) => timeout(Math.ceil(ms / speed));

/** @param {unknown[]} said */
const tell = (...said) => appendFileSync(process.env.PUNCHCARD_TEST_DIALOGS ?? '', `${said.join(' · ')}\n`);
dialog.showErrorBox = tell;
Reflect.set(dialog, 'showMessageBox', async (/** @type {{ message?: string, detail?: string }[]} */ ...given) => {
  const { message, detail } = given.at(-1) ?? {};
  tell(message, detail);
  return { response: 0, checkboxChecked: false };
});
