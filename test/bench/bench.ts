/** Run by build/bench.mjs: `bench.ts FOLDER [--json FILE] [--only NAME] [--quick]`. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { board } from './board.bench.ts';
import { commit } from './commit.bench.ts';
import { drain } from './drain.bench.ts';
import type { Bench, Figure } from './figures.ts';
import { fleet } from './fleet.bench.ts';
import { history } from './history.bench.ts';
import { polling } from './polling.bench.ts';
import { quickAdd } from './quick-add.bench.ts';
import { requests } from './requests.bench.ts';
import { rest } from './rest.bench.ts';
import { size } from './size.bench.ts';
import { start } from './start.bench.ts';
import { window } from './window.bench.ts';

const benches: readonly Bench[] = [
  start,
  window,
  rest,
  polling,
  requests,
  size,
  fleet,
  commit,
  history,
  drain,
  board,
  quickAdd,
];

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { json: { type: 'string' }, only: { type: 'string' }, quick: { type: 'boolean', default: false } },
});
const chosen = benches.filter(({ name }) => values.only === undefined || name === values.only);
if (chosen.length === 0) {
  console.error(`There is no measurement “${values.only}”; there are ${benches.map(({ name }) => name).join(', ')}.`);
  process.exit(1);
}

const figures: Figure[] = [];
for (const bench of chosen) {
  const folder = mkdtempSync(join(positionals[0] ?? '.', `${bench.name}-`));
  try {
    for (const one of await bench.run(folder, { isQuick: values.quick })) {
      figures.push(one);
      console.info(line(one));
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
if (values.json !== undefined) writeFileSync(values.json, `${JSON.stringify(figures, null, 2)}\n`);
const missed = figures.filter(({ ok }) => !ok).length;
console.info(`${figures.length} figures, ${missed} beyond their goal`);

function line({ name, value, unit, spread, ratio, goal, ok }: Figure): string {
  const number = (of: number) => (Math.abs(of) < 10 ? of.toFixed(2) : Math.round(of).toLocaleString('en'));
  const beside = ratio === null ? '' : `${number(ratio)}×`;
  const wanted = goal === null ? '' : `${ok ? 'ok' : 'MISSED'} (≤ ${goal}${ratio === null ? '' : '×'})`;
  const around = spread === undefined ? '' : `${number(spread[0])}–${number(spread[1])}`;
  const measured = `${number(value).padStart(10)} ${unit.padEnd(6)}${around.padStart(14)}${beside.padStart(8)}`;
  return `${name.padEnd(60)}${measured}  ${wanted}`.trimEnd();
}
