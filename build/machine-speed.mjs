/**
 * How fast this machine is right now: tests wait longer on a slow or busy one, and a busy one runs fewer apps at once.
 */
import { availableParallelism, freemem } from 'node:os';
import { run } from './run.mjs';

/** What a calm machine with two processors takes: to start Electron as Node, and for COMPUTATION (ms). */
const REFERENCE = { startMs: 60, computationMs: 150 };

/** How long tests wait there (ms). Only a test that fails takes that long. */
const REFERENCE_PATIENCE_MS = 60_000;

/** What a running app and the worker that drives it need (bytes). */
const APP_BYTES = 1024 ** 3;

/** Prints how long the computation took, by the clock and of a processor (ms). */
const COMPUTATION = `
  const start = performance.now();
  const before = process.cpuUsage();
  let length = 0;
  for (let i = 0; i < 240_000; i += 1) length += JSON.stringify(JSON.parse('{"a":[1,2,3],"b":{"c":"d"}}')).length;
  const { user, system } = process.cpuUsage(before);
  console.log(JSON.stringify([performance.now() - start, (user + system) / 1000]));
`;

/**
 * @typedef {object} MachineSpeed
 * @property {number} startMs a bare start
 * @property {number} computationMs the computation, on all processors at once, by the clock
 * @property {number} patienceMs how long a test waits for something before it fails
 * @property {number} appsAtOnce how many apps the tests run at once: a test that drives an app mostly waits
 */

/**
 * Measures for about 0.3 s, on all processors at once.
 * @param {string} electron
 * @returns {Promise<MachineSpeed>}
 */
export async function measureMachine(electron) {
  const processors = availableParallelism();
  const env = { ...process.env, ELECTRON_RUN_AS_NODE: '1' };
  const samples = await Promise.all(
    Array.from({ length: processors }, async () => {
      const begin = performance.now();
      const { output } = await run(electron, ['-e', COMPUTATION], { env });
      const [wallMs = 0, processorMs = 0] = /** @type {number[]} */ (JSON.parse(output));
      return { startMs: performance.now() - begin - wallMs, wallMs, processorMs };
    }),
  );
  const startMs = Math.max(...samples.map((sample) => sample.startMs));
  const computationMs = Math.max(...samples.map(({ wallMs }) => wallMs));
  const processorMs = Math.max(...samples.map((sample) => sample.processorMs));
  const slowness = Math.max(startMs / REFERENCE.startMs, computationMs / REFERENCE.computationMs);
  // Other programs take this much of the processors; a slow processor alone is no reason to run fewer apps.
  const share = Math.min(1, processorMs / computationMs);
  const wanted = Math.min(4, Math.ceil(2 * processors * share));
  return {
    startMs,
    computationMs,
    patienceMs: Math.round(REFERENCE_PATIENCE_MS * Math.min(10, Math.max(1, slowness))),
    appsAtOnce: Math.max(1, Math.min(wanted, Math.floor(freemem() / APP_BYTES))),
  };
}

/** @param {MachineSpeed} speed */
export function describeSpeed({ startMs, computationMs, patienceMs, appsAtOnce }) {
  const apps = appsAtOnce === 1 ? 'one app' : `${appsAtOnce} apps at once`;
  const waits = `waits fail after ${Math.round(patienceMs / 1000)} s`;
  return `start ${Math.round(startMs)} ms, computation ${Math.round(computationMs)} ms: ${apps}, ${waits}`;
}
