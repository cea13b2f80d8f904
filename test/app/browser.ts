/** A fake xdg-open in the PATH that logs the pages it is asked to open. */
import { chmodSync, existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface FakeBrowser {
  /** For the app's environment. */
  env: Record<string, string>;
  /** The pages opened so far. */
  opened(): string[];
}

export function makeBrowser(): FakeBrowser {
  const folder = mkdtempSync(join(tmpdir(), 'punchcard-browser-'));
  const log = join(folder, 'opened');
  const script = join(folder, 'xdg-open');
  writeFileSync(script, `#!/bin/sh\nprintf '%s\\n' "$1" >> '${log}'\n`);
  chmodSync(script, 0o755);
  return {
    env: { PATH: `${folder}:${process.env.PATH ?? ''}` },
    opened: () => (existsSync(log) ? readFileSync(log, 'utf8').split('\n').filter(Boolean) : []),
  };
}
