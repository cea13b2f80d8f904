#!/usr/bin/env node
/**
 * Builds a .deb with this system's dpkg-deb, with the command line of fpm: electron-builder calls fpm, which it would otherwise
 * download (CUSTOM_FPM_PATH in dist.mjs). Supports only the options that electron-builder uses.
 */
import { cp, mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { run, runScript, StopError } from './run.mjs';

const text = { type: /** @type {const} */ ('string') };

await runScript(async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      input: { ...text, short: 's' },
      output: { ...text, short: 't' },
      force: { type: 'boolean' },
      depends: { ...text, short: 'd', multiple: true },
      'deb-recommends': { ...text, multiple: true },
      'deb-compression': text,
      'deb-priority': text,
      architecture: text,
      'after-install': text,
      'after-remove': text,
      description: text,
      version: text,
      package: text,
      name: text,
      maintainer: text,
      vendor: text,
      url: text,
      category: text,
      license: text,
    },
  });
  if (values.output !== 'deb' || values.package === undefined) throw new StopError('Only a deb can be made here.');

  const root = await mkdtemp(join(tmpdir(), 'punchcard-deb-'));
  try {
    // Each is `source=target`; a folder with a trailing slash stands for its content.
    for (const one of positionals) {
      const at = one.indexOf('=');
      const target = join(root, one.slice(at + 1));
      await mkdir(dirname(target), { recursive: true });
      await cp(one.slice(0, at), target, { recursive: true });
    }
    const size = await run('du', ['--summarize', '--block-size=1024', root]);
    const control = join(root, 'DEBIAN');
    await mkdir(control);
    await writeFile(join(control, 'control'), controlOf(values, Number.parseInt(size.output, 10)));
    for (const [name, file] of /** @type {const} */ ([
      ['postinst', values['after-install']],
      ['postrm', values['after-remove']],
    ])) {
      if (file !== undefined) await cp(file, join(control, name));
    }
    // Independent of the builder's user and umask: readable by everyone, writable by root.
    await run('chmod', ['--recursive', 'u=rwX,go=rX', root]);
    for (const name of ['postinst', 'postrm']) await run('chmod', ['755', join(control, name)]);
    // Fast rather than small: it stays on this machine.
    const { code, output } = await run('dpkg-deb', ['--root-owner-group', '-Znone', '--build', root, values.package]);
    if (code !== 0) throw new StopError(output.trim());
    await stat(values.package);
  } finally {
    await rm(root, { recursive: true, force: true });
  }
});

/**
 * @param {Partial<Record<string, string | string[] | boolean>>} values
 * @param {number} size KiB
 */
function controlOf(values, size) {
  const lines = [
    ['Package', values.name],
    ['Version', values.version],
    ['Architecture', values.architecture],
    ['Maintainer', values.maintainer],
    ['Installed-Size', size],
    ['Section', values.category ?? 'misc'],
    ['Priority', values['deb-priority']],
    ['Homepage', values.url],
    ['Depends', /** @type {string[]} */ (values.depends ?? []).join(', ')],
    ['Recommends', /** @type {string[]} */ (values['deb-recommends'] ?? []).join(', ')],
    ['Description', values.description],
  ];
  return lines
    .filter(([, value]) => value !== undefined && value !== '')
    .map(([name, value]) => `${name}: ${value}\n`)
    .join('');
}
