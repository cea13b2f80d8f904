/** The table of allowed imports (docs/architecture.md), for shared, electron and renderer. */
import { expect, test } from 'vitest';
import { forbidden, importsOf, readSources, TABLE } from '../../build/layers.mjs';

const sources = readSources();

test('imports are found', () => {
  expect(sources.size).toBeGreaterThan(500);
  expect([...sources.values()].flatMap(importsOf).length).toBeGreaterThan(3000);
});

test('no file has an import that its layer forbids', () => {
  expect(forbidden(sources)).toEqual([]);
});

test.each([
  ['shared/limits.ts', '../electron/service/errors.ts'],
  ['shared/limits.ts', 'node:fs'],
  ['electron/files/private-file.ts', '../store/database.ts'],
  ['electron/store/settings.ts', '../service/client.ts'],
  ['electron/service/http.ts', '../store/database.ts'],
  ['electron/outbox/outbox.ts', '../features/time/index.ts'],
  ['electron/features/time/timer.ts', '../tasks/task-changes.ts'],
  ['electron/features/time/timer.ts', '../../app/context.ts'],
  ['electron/features/time/timer.ts', 'electron'],
  ['electron/ipc/serve.ts', '../features/time/index.ts'],
  ['electron/desktop/tray/tray.ts', '../../service/errors.ts'],
  ['electron/cli/run.ts', '../features/time/timer.ts'],
  ['electron/local/app.ts', '../service/client.ts'],
  ['electron/app/state.ts', 'electron'],
  ['electron/preload.ts', './store/database.ts'],
  ['renderer/ui/button.tsx', '../state/main-process.ts'],
  ['renderer/state/main-process.ts', '../ui/button.tsx'],
  ['renderer/widgets/task-picker.tsx', '../features/time/day.ts'],
  ['renderer/features/time/time.tsx', '../board/board.tsx'],
  ['renderer/app/app.tsx', '../../electron/store/database.ts'],
])('a forbidden import in %s is found: %s', (file, spec) => {
  const before = forbidden(sources).filter((one) => one.startsWith(`${file} -> `));
  const planted = new Map(sources).set(file, `${sources.get(file) ?? ''}\nimport { x } from '${spec}';\n`);
  const after = forbidden(planted).filter((one) => one.startsWith(`${file} -> `));
  expect(after.length).toBe(before.length + 1);
});

test('every layer of the table has files', () => {
  expect(Object.keys(TABLE).length).toBeGreaterThan(10);
});

test('there are no import cycles', () => {
  const graph = new Map(
    [...sources].map(([file, text]) => [
      file,
      [...text.matchAll(/^(?:import|export)\s(?!type\s)[^;]*?from\s+'(\.[^']+)'/gm)].map(([, spec = '']) =>
        new URL(spec, `file:///${file}`).pathname.slice(1),
      ),
    ]),
  );
  const done = new Set<string>();
  const circles: string[] = [];
  const walk = (file: string, way: string[]): void => {
    if (way.includes(file)) circles.push([...way.slice(way.indexOf(file)), file].join(' > '));
    if (done.has(file) || way.includes(file)) return;
    for (const to of graph.get(file) ?? []) walk(to, [...way, file]);
    done.add(file);
  };
  for (const file of graph.keys()) walk(file, []);
  expect(circles).toEqual([]);
});

test('the code that runs first loads neither messages nor schemas nor features', () => {
  const read = new Set<string>();
  const packages = new Set<string>();
  const walk = (file: string): void => {
    if (read.has(file)) return;
    read.add(file);
    for (const [, spec = ''] of (sources.get(file) ?? '').matchAll(
      /^(?:import|export)\s(?!type\s)[^;]*?from\s+'([^']+)'/gm,
    )) {
      if (spec.startsWith('.')) walk(new URL(spec, `file:///${file}`).pathname.slice(1));
      else packages.add(spec);
    }
  };
  walk('electron/main.ts');
  expect(read.size).toBeGreaterThan(10);
  expect(packages).not.toContain('zod');
  const later = /^(shared\/(i18n|contract)|electron\/(service|features|outbox|app|store\/(?!startup-snapshot)))\b/;
  expect([...read].filter((file) => later.test(file))).toEqual([]);
});
