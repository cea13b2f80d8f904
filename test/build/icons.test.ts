import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Resvg } from '@resvg/resvg-js';
import { expect, test } from 'vitest';
import { palettePng } from '../../build/icon-files.mjs';
import { drawIcons } from '../../build/icons.mjs';
import { LINUX_SIZES, type Panel, trayImageFile } from '../../electron/desktop/tray/tray-image.ts';

/** A PNG's width in pixels, from its header. */
const widthOf = (file: string): number => readFileSync(file).readUInt32BE(16);

test('icons are drawn in every size, without duplicates', async () => {
  const out = mkdtempSync(join(tmpdir(), 'icons-'));
  try {
    const drawn = await drawIcons({ out });
    expect(drawn).toBeGreaterThan(40);
    expect(widthOf(join(out, 'app', '1024x1024.png'))).toBe(1024);
    expect(widthOf(join(out, 'tray', 'idle-22-dark.png'))).toBe(22);
    expect(widthOf(join(out, 'tray', 'idle-44-light-outlined.png'))).toBe(44);
    expect(widthOf(join(out, 'tray', 'idleTemplate.png'))).toBe(16);
    expect(widthOf(join(out, 'tray', 'idleTemplate@2x.png'))).toBe(32);
    expect(await drawIcons({ out })).toBe(0);

    const ico = readFileSync(join(out, 'punchcard.ico'));
    const inTrayIco = readFileSync(join(out, 'tray', 'idle-dark.ico'));
    expect(inTrayIco.readUInt16LE(4)).toBe(7);
    expect(Array.from({ length: 7 }, (_, index) => inTrayIco.readUInt8(6 + index * 16))).toEqual([
      16, 20, 24, 28, 32, 40, 48,
    ]);
    const inIco = Array.from({ length: ico.readUInt16LE(4) }, (_, index) => {
      const entry = 6 + index * 16;
      const at = ico.readUInt32LE(entry + 12);
      expect(at + ico.readUInt32LE(entry + 8)).toBeLessThanOrEqual(ico.length);
      expect(ico.readUInt32BE(at + 16) % 256).toBe(ico.readUInt8(entry));
      return ico.readUInt32BE(at + 16);
    });
    expect(inIco).toEqual([16, 24, 32, 48, 64, 128, 256]);

    const icns = readFileSync(join(out, 'punchcard.icns'));
    expect(icns.toString('ascii', 0, 4)).toBe('icns');
    expect(icns.readUInt32BE(4)).toBe(icns.length);
    const inIcns: number[] = [];
    for (let at = 8; at < icns.length; at += icns.readUInt32BE(at + 4)) inIcns.push(icns.readUInt32BE(at + 8 + 16));
    expect(new Set(inIcns)).toEqual(new Set([16, 32, 64, 128, 256, 512, 1024]));
    const linux: Panel = { platform: 'linux', isDark: undefined, isThemeDark: false, height: 22 };
    const panels: Panel[] = [
      ...LINUX_SIZES.flatMap((height) =>
        [true, false].flatMap((isDark) => [
          { ...linux, height, isDark },
          { ...linux, height, isThemeDark: isDark },
        ]),
      ),
      { ...linux, platform: 'win32', isDark: true },
      { ...linux, platform: 'win32', isDark: false },
      { ...linux, platform: 'darwin' },
    ];
    const states = ['idle', 'running', 'attention', 'offline', 'signed-out'] as const;
    const files = states.flatMap((state) => panels.map((panel) => trayImageFile(state, 'auto', panel)));
    expect(files.filter((file) => !existsSync(join(out, 'tray', file)))).toEqual([]);
    expect(new Set(files).size).toBe(5 * (5 * 4 + 2 + 1));
  } finally {
    rmSync(out, { recursive: true });
  }
});

test('a PNG with a palette shows the same picture', () => {
  const size = 'width="22" height="22"';
  const svg = (content: string) => `<svg xmlns="http://www.w3.org/2000/svg" ${size}>${content}</svg>`;
  const drawn = new Resvg(svg('<circle cx="9" cy="9" r="7" fill="#eceeef" stroke="#c22" opacity="0.8"/>')).render();
  const png = palettePng(drawn) ?? Buffer.alloc(0);
  expect(png.length).toBeLessThan(drawn.asPng().length);
  const shown = new Resvg(svg(`<image ${size} href="data:image/png;base64,${png.toString('base64')}"/>`)).render();
  expect(Math.max(...shown.pixels.map((value, at) => Math.abs(value - (drawn.pixels[at] ?? 0))))).toBeLessThanOrEqual(
    1,
  );
});

test('a picture of too many colours has no palette', () => {
  const pixels = Buffer.alloc(4 * 17 * 17, 255);
  for (let at = 0; at < 17 * 17; at += 1) pixels.writeUInt16BE(at, at * 4);
  expect(palettePng({ width: 17, height: 17, pixels })).toBeNull();
});
