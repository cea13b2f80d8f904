/**
 * Loaded into the app before its own code: accelerates main's clocks and timers by PUNCHCARD_TEST_CLOCK, so that a wait of minutes
 * takes seconds; `shiftClock(ms)` sets the wall clock. Texts of dialogs, which nobody could close, are written to the file
 * PUNCHCARD_TEST_DIALOGS.
 */
const { appendFileSync } = require('node:fs');
const { dialog } = require('electron');

/** `real` and `simulated` are the same instant (ms), the same for every start. `shift`: the sum of clock changes (ms). */
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
/** The shortest real interval (ms). */
const OFTEN_MS = 20;
Reflect.set(globalThis, 'setTimeout', (/** @type {() => void} */ act, ms = 0, /** @type {unknown[]} */ ...args) =>
  Reflect.apply(after, globalThis, [act, ms / speed, ...args]),
);
Reflect.set(globalThis, 'setInterval', (/** @type {() => void} */ act, ms = 0, /** @type {unknown[]} */ ...args) =>
  Reflect.apply(every, globalThis, [act, Math.max(OFTEN_MS, ms / speed), ...args]),
);
const timeout = AbortSignal.timeout.bind(AbortSignal);
AbortSignal.timeout = (ms) => timeout(Math.ceil(ms / speed));

/** @param {unknown[]} texts */
const writeDialog = (...texts) => appendFileSync(process.env.PUNCHCARD_TEST_DIALOGS ?? '', `${texts.join(' · ')}\n`);
dialog.showErrorBox = writeDialog;
Reflect.set(dialog, 'showMessageBox', async (/** @type {{ message?: string, detail?: string }[]} */ ...args) => {
  const { message, detail } = args.at(-1) ?? {};
  writeDialog(message, detail);
  return { response: 0, checkboxChecked: false };
});
