/** The figures of `npm run coverage`, from small reports. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { readAppReports } from '../../build/app-coverage.mjs';
import { type FiguresByName, type FileReport, falls, mergeReports, sumByFolder } from '../../build/coverage-report.mjs';

const at = (line: number, column = 0) => ({ start: { line, column }, end: { line, column: column + 1 } });

/** `lines`: how often the statement on each line ran; `ways`: how often each way of an `if` on line 2 was taken. */
function fileReport(lines: Record<number, number>, ways: number[], column = 4): FileReport {
  return {
    statementMap: Object.fromEntries(Object.keys(lines).map((line) => [line, at(Number(line))])),
    s: lines,
    branchMap: { 0: { type: 'if', loc: at(2, column) } },
    b: { 0: ways },
  };
}

test('What either report covers is covered; vitest’s report alone says what there is', () => {
  const unit = {
    '/work/shared/a.ts': fileReport({ 1: 1, 2: 0, 3: 0 }, [2, 0]),
    '/work/shared/untouched.ts': fileReport({ 1: 0 }, [0, 0]),
  };
  const main = {
    '/work/shared/a.ts': fileReport({ 2: 3, 9: 1 }, [0, 1]),
    '/work/generated.ts': fileReport({ 1: 1 }, []),
  };
  const page = { '/work/shared/untouched.ts': fileReport({ 1: 0 }, [5, 5], 8) };
  expect(mergeReports(unit, [main, page], '/work')).toEqual({
    'shared/a.ts': { lines: [2, 3], branches: [2, 2] },
    'shared/untouched.ts': { lines: [0, 1], branches: [0, 2] },
  });
});

test('A folder is a part of a process or a feature; a fall names the folder and its files', () => {
  const before: FiguresByName = {
    'electron/main.ts': { lines: [1, 2], branches: [0, 0] },
    'electron/features/context.ts': { lines: [2, 2], branches: [0, 0] },
    'renderer/features/tasks/list.tsx': { lines: [9, 10], branches: [3, 4] },
    'renderer/features/tasks/parts/row.tsx': { lines: [5, 10], branches: [0, 0] },
    'renderer/gone.ts': { lines: [2, 5], branches: [0, 0] },
  };
  expect(sumByFolder(before)).toEqual({
    electron: { lines: [1, 2], branches: [0, 0] },
    'electron/features': { lines: [2, 2], branches: [0, 0] },
    'renderer/features/tasks': { lines: [14, 20], branches: [3, 4] },
    renderer: { lines: [2, 5], branches: [0, 0] },
    all: { lines: [19, 29], branches: [3, 4] },
  });
  const { 'renderer/gone.ts': _, ...after } = before;
  expect(falls(before, { ...after, 'electron/main.ts': { lines: [2, 2], branches: [0, 0] } })).toEqual([]);
  after['renderer/features/tasks/list.tsx'] = { lines: [10, 10], branches: [2, 4] };
  expect(falls(before, after)).toEqual([
    'renderer/features/tasks: branches 75.0 % -> 50.0 %',
    '    renderer/features/tasks/list.tsx: branches 75.0 % -> 50.0 %',
    'all: branches 75.0 % -> 50.0 %',
  ]);
});

test('Reports of several processes and pages about one bundle are added up', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'punchcard-coverage-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const name of ['reports', 'out/main', 'out/renderer']) mkdirSync(join(folder, name), { recursive: true });
  const code = 'one();\nif (two) {\n  three();\n}\n';
  // Each token is mapped to the same place in the source.
  const map = { version: 3, sources: ['../../electron/a.ts'], names: [], mappings: 'AAAA;AACA;EACA;AACA' };
  for (const name of ['out/main/a.js', 'out/renderer/a.js']) {
    writeFileSync(join(folder, name), code);
    writeFileSync(join(folder, `${name}.map`), JSON.stringify(map));
  }
  const block = code.indexOf('{');
  const ran = (url: string, count: number, taken: number) => {
    const ranges = [
      { startOffset: 0, endOffset: code.length, count },
      { startOffset: block, endOffset: code.indexOf('}') + 1, count: taken },
    ];
    return JSON.stringify({ result: [{ url, functions: [{ functionName: '', isBlockCoverage: true, ranges }] }] });
  };
  const main = pathToFileURL(join(folder, 'out/main/a.js')).href;
  const page = 'app://punchcard/a.js';
  writeFileSync(join(folder, 'reports/coverage-1.json'), ran(main, 1, 0));
  writeFileSync(join(folder, 'reports/coverage-2.json'), ran(main, 4, 3));
  writeFileSync(join(folder, 'reports/coverage-3.json'), ran('file:///elsewhere/b.js', 1, 1));
  writeFileSync(join(folder, 'reports/coverage-4.json'), ran(main, 1, 1).slice(0, -1));
  writeFileSync(join(folder, 'reports/pages-1.jsonl'), `${ran(page, 1, 0)}\n${ran(page, 1, 0)}\n`);
  const reports = await readAppReports(join(folder, 'reports'), join(folder, 'out'));
  const counts = reports.flatMap(Object.values).map(({ s, b }) => [Object.values(s), Object.values(b)]);
  expect(counts).toEqual([
    [[5, 5, 3], [[3, 2]]],
    [[2, 2, 0], [[0, 2]]],
  ]);
});
