/** What stands in for packages in the bundles. */
import type { LucideIcon } from 'lucide-react';
import * as pin from 'lucide-react/icons/pin';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { reducedPackages, reducedPages } from '../../build/reduced-packages.ts';

/** The code that is bundled instead of a package. */
function standIn(name: string): unknown {
  const { load } = reducedPackages as { load: (id: string) => string };
  const module = { exports: {} };
  new Function('module', 'exports', load(`\0${name}.cjs`))(module, module.exports);
  return module.exports;
}

test.each([
  ['0', 0, 0],
  ['1', 1, 0],
  ['4294967295', -1, 0],
  ['4294967296', 0, 1],
  ['9223372036854775807', -1, 0x7fffffff],
  ['-9223372036854775808', 0, -0x80000000],
  ['-1', -1, -1],
])('%s keeps its digits and halves on D-Bus', (digits, low, high) => {
  type Long = { low: number; high: number };
  const Long = standIn('long') as {
    new (low: number, high: number, unsigned: boolean): Long;
    fromString(digits: string, unsigned: boolean): Long;
  };
  expect(new Long(low, high, false).toString()).toBe(digits);
  expect(Long.fromString(digits, true)).toMatchObject({ low, high });
  expect(new Long(low, high, true).toString()).toBe(String(BigInt.asUintN(64, BigInt(digits))));
});

/** What a module exports that pages load instead of another one; `globals` are what it uses. */
function pageModule(id: string, globals: Record<string, unknown>): unknown {
  const { load } = reducedPages as { load: (id: string) => string };
  const code = load(id)
    .replace(/^import .+;$/m, '')
    .replace(/export (?:default|const \w+ =)/, 'return');
  return new Function(...Object.keys(globals), code)(...Object.values(globals));
}

test('an icon has the size, strokes and lines that its package draws', () => {
  const { default: Whole, __iconData } = pin as typeof pin & { __iconData: unknown };
  const create = pageModule('/lucide-react/dist/esm/createLucideIcon.mjs', { createElement });
  const Reduced = (create as (data: unknown) => LucideIcon)(__iconData);
  /** Without the classes of the package and the name space, which a page does not need. */
  const drawn = (Icon: LucideIcon) => {
    const [svg = '', ...lines] = renderToStaticMarkup(
      createElement(Icon, {
        size: 12,
        strokeWidth: 1.5,
        absoluteStrokeWidth: true,
        className: 'icon',
        'aria-hidden': true,
      }),
    ).split('><');
    const attributes = svg.replace(/ xmlns="[^"]+"|lucide[\w-]* /g, '').match(/[\w-]+="[^"]+"/g);
    return { attributes: attributes?.toSorted(), lines };
  };
  expect(drawn(Reduced)).toEqual(drawn(Whole));
  expect(drawn(Reduced).attributes).toContain('stroke-width="3"');
});

test('a chunk waits for its styles, which are added once and again after a failure', async () => {
  const links: { rel: string; href: string; onload: () => void; onerror: () => void; remove: () => void }[] = [];
  const document = {
    querySelectorAll: () => [{ href: 'app://page/assets/page.css' }],
    createElement: () => ({ remove: () => undefined }),
    head: { append: (link: (typeof links)[number]) => links.push(link) },
  };
  const preload = pageModule('\0vite/preload-helper.js', { document }) as (
    load: () => Promise<string>,
    files: string[],
    from: string,
  ) => Promise<string>;
  const loads: number[] = [];
  const load = () =>
    preload(
      async () => {
        loads.push(links.length);
        return 'board';
      },
      ['./page.css', './board.css', './parts.js'],
      'app://page/assets/index.js',
    );
  const first = load();
  const second = load();
  expect(links.map(({ rel, href }) => [rel, href])).toEqual([
    ['stylesheet', 'app://page/assets/board.css'],
    ['modulepreload', 'app://page/assets/parts.js'],
  ]);
  await new Promise(setImmediate);
  expect(loads).toEqual([]);
  links[0]?.onerror();
  await expect(first).rejects.toThrow('board.css');
  await expect(second).rejects.toThrow('board.css');
  const third = load();
  expect(links).toHaveLength(3);
  links[2]?.onload();
  expect(await third).toBe('board');
  expect(await load()).toBe('board');
  expect(links).toHaveLength(3);
});
