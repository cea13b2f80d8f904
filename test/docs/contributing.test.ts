/** CONTRIBUTING.md, the editor's settings and the checks of pull requests agree with package.json and biome.json. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');
const read = (path: string): string => readFileSync(join(root, path), 'utf8');
const { scripts, engines } = JSON.parse(read('package.json')) as {
  scripts: Record<string, string>;
  engines: { node: string };
};

test('the table of commands in CONTRIBUTING.md has one row for each npm script', () => {
  const rows = [...read('CONTRIBUTING.md').matchAll(/^\| `npm (?:run )?([\w:-]+)` \|/gm)].map(([, name = '']) => name);
  expect(rows.toSorted()).toEqual(Object.keys(scripts).toSorted());
});

test('.nvmrc names the oldest supported version of Node', () => {
  expect(engines.node).toMatch(new RegExp(`^>=${read('.nvmrc').trim()}\\.`));
});

test('.editorconfig indents and wraps as Biome does', () => {
  const { formatter } = JSON.parse(read('biome.json')) as { formatter: { indentStyle: string; lineWidth: number } };
  const settings = read('.editorconfig');
  expect(settings).toContain(`indent_style = ${formatter.indentStyle}\n`);
  expect(settings).toContain(`max_line_length = ${formatter.lineWidth}\n`);
});

test('VS Code starts npm scripts that exist', () => {
  const { configurations } = JSON.parse(read('.vscode/launch.json')) as {
    configurations: { runtimeExecutable?: string; runtimeArgs?: string[] }[];
  };
  const started = configurations.flatMap(({ runtimeArgs }) => runtimeArgs?.[1] ?? []);
  expect(started).toHaveLength(2);
  for (const name of started) expect(scripts).toHaveProperty([name]);
});
