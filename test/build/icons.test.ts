import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { drawIcons } from '../../build/icons.mjs';

/** A PNG's width in pixels, from its header. */
const widthOf = (file: string): number => readFileSync(file).readUInt32BE(16);

test('icons come in every size, once', async () => {
  const out = mkdtempSync(join(tmpdir(), 'icons-'));
  try {
    const drawn = await drawIcons({ out });
    expect(drawn).toBeGreaterThan(40);
    expect(widthOf(join(out, 'app', '1024x1024.png'))).toBe(1024);
    expect(widthOf(join(out, 'tray', 'idle-22-dark.png'))).toBe(22);
    expect(widthOf(join(out, 'tray', 'idleTemplate.png'))).toBe(16);
    expect(widthOf(join(out, 'tray', 'idleTemplate@2x.png'))).toBe(32);
    expect(await drawIcons({ out })).toBe(0);
  } finally {
    rmSync(out, { recursive: true });
  }
});
