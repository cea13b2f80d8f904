/** Desktop entries, parsed as desktops do. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { configuration } from '../../../../build/electron-builder.mjs';
import { isCommandLine } from '../../../../electron/cli/is-command-line.ts';
import { parseDeepLink } from '../../../../electron/desktop/links/deep-link.ts';
import { APP_ID } from '../../../../electron/desktop/system/app-id.ts';
import {
  applicationEntry,
  autostartEntry,
  execOf,
  foldersOf,
  installedFiles,
  isSwitchedOff,
  withoutHandler,
} from '../../../../electron/desktop/system/desktop-entry.ts';
import { comment, START_LAST_FLAG, STOP_FLAG } from '../../../../electron/desktop/system/menu-entry.mjs';

/** Parses the first word of an Exec line like the Desktop Entry Specification: first the string's escapes, then quotes and field codes. */
function read(exec: string): string {
  const asString = exec.replace(/\\(.)/g, '$1');
  const inside = /^"((?:[^"\\]|\\.)*)"/.exec(asString)?.[1] ?? '';
  return inside.replace(/\\(.)/g, '$1').replaceAll('%%', '%');
}

describe('an entry', () => {
  test('starts the right program, whatever the name of its folder', () => {
    const path = fc.stringMatching(/^\/[ -~]{1,60}$/);
    fc.assert(
      fc.property(path, (program) => {
        expect(read(execOf(program))).toBe(program);
      }),
    );
    expect(execOf('/opt/My Apps/punchcard')).toBe('"/opt/My Apps/punchcard"');
  });

  test('has the name that package.json gives the windows', () => {
    const { desktopName } = JSON.parse(readFileSync(join(import.meta.dirname, '../../../../package.json'), 'utf8'));
    expect(desktopName).toBe(`${APP_ID}.desktop`);
    expect(foldersOf({ HOME: '/h' })).toMatchObject({
      applications: `/h/.local/share/applications/${APP_ID}.desktop`,
      autostart: `/h/.config/autostart/${APP_ID}.desktop`,
    });
    expect(installedFiles({})).toContain(`/usr/share/applications/${APP_ID}.desktop`);
  });

  test('names the windows’ class and the installed icon', () => {
    // Electron uses the name of the desktop file as the windows' class (X11) and app id (Wayland).
    const { desktop, executableName } = configuration().linux ?? {};
    expect(desktop?.entry?.StartupWMClass).toBe(APP_ID);
    for (const entry of [applicationEntry('/opt/punchcard'), autostartEntry('/opt/punchcard')]) {
      expect(entry).toContain(`\nIcon=${executableName}\n`);
    }
    expect(foldersOf({ HOME: '/h' }).icons).toBe(`/h/.local/share/icons/hicolor/256x256/apps/${executableName}.png`);
  });

  test('counts as absent without the program', () => {
    for (const entry of [applicationEntry('/opt/a b\\c/punchcard'), autostartEntry('/opt/a b\\c/punchcard')]) {
      expect(entry).toContain('\nTryExec=/opt/a b\\\\c/punchcard\n');
    }
  });

  // The validator exists on Linux only.
  test.runIf(process.platform === 'linux')('is valid', () => {
    const folder = mkdtempSync(join(tmpdir(), 'entries-'));
    try {
      for (const [name, entry] of [
        ['a', applicationEntry('/opt/a b/punchcard')],
        ['b', autostartEntry('/opt/a b/punchcard')],
      ] as const) {
        const file = join(folder, `${name}.desktop`);
        writeFileSync(file, entry);
        // Fails with the reason for anything that violates the specification.
        execFileSync('desktop-file-validate', [file], { stdio: 'pipe' });
      }
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  test('has every text in English and German', () => {
    const written = applicationEntry('/opt/punchcard');
    for (const line of [
      'GenericName[de]=Aufgaben und Timer',
      'Name[de]=Neue Aufgabe',
      'Name[de]=Timer starten',
      'Name[de]=Timer stoppen',
    ]) {
      expect(written).toContain(`\n${line}\n`);
    }
    // A proper name needs no translation.
    const ofWords = /^(?!Name=Punchcard$)(Name|GenericName|Comment|Keywords)(\[de\])?=/gm;
    for (const entry of [written, autostartEntry('/opt/punchcard')]) {
      const keys = [...entry.matchAll(ofWords)].map(([, key, language]) => ({ key, isGerman: language !== undefined }));
      const german = keys.filter(({ isGerman }) => isGerman).map(({ key }) => key);
      expect(german.length).toBeGreaterThan(0);
      expect(german).toEqual(keys.filter(({ isGerman }) => !isGerman).map(({ key }) => key));
    }
  });

  test('has the same texts as packages and software centres', () => {
    const { desktop, description } = configuration().linux ?? {};
    const written = applicationEntry('/opt/punchcard');
    const packaged = [desktop?.entry, ...Object.values(desktop?.desktopActions ?? {})].flatMap((keys) =>
      Object.entries(keys ?? {}).filter(([key]) => key !== 'Exec'),
    );
    expect(packaged.length).toBeGreaterThan(10);
    for (const [key, value] of packaged) expect(written).toContain(`\n${key}=${value}\n`);
    expect(description).toBe(comment.Comment);
    const metainfo = readFileSync(join(import.meta.dirname, `../../../../build/${APP_ID}.metainfo.xml`), 'utf8');
    expect(metainfo).toContain(`<summary>${comment.Comment}</summary>`);
    expect(metainfo).toContain(`<summary xml:lang="de">${comment['Comment[de]']}</summary>`);
    const paragraphs = [...metainfo.matchAll(/<p( xml:lang="de")?>/g)].map(([, language]) => language !== undefined);
    expect(paragraphs).toEqual([false, true, false, true]);
  });

  test('has actions for quick add, the timer and the window; those of the timer are flags, because links must ask', () => {
    const entry = applicationEntry('/opt/punchcard');
    const own = [...entry.slice(entry.indexOf('[Desktop Action')).matchAll(/^Exec="\/opt\/punchcard" ?(.*)$/gm)];
    const { desktop } = configuration().linux ?? {};
    const packaged = Object.values(desktop?.desktopActions ?? {}).map((action) =>
      /^punchcard ?(.*)$/.exec(action.Exec),
    );
    for (const found of [own, packaged]) {
      const [add, ...others] = found.map((match) => match?.[1]);
      expect(parseDeepLink(add ?? '')).toEqual({ do: 'add', text: '' });
      expect(others).toEqual([START_LAST_FLAG, STOP_FLAG, '']);
    }
    // The flags are not taken for commands, which would print and exit.
    for (const flag of [START_LAST_FLAG, STOP_FLAG]) expect(isCommandLine([flag])).toBe(false);
  });

  test('is off if the desktop’s settings disabled it', () => {
    const entry = autostartEntry('/opt/punchcard');
    expect(isSwitchedOff(entry)).toBe(false);
    expect(isSwitchedOff(entry.replace('enabled=true', 'enabled=false'))).toBe(true);
    expect(isSwitchedOff(`${entry}Hidden=true\n`)).toBe(true);
  });

  test('is removed from the list of handlers, which keeps the others', () => {
    const others = '[Default Applications]\ntext/html=browser.desktop\nx-scheme-handler/punchcard=other.desktop\n';
    expect(withoutHandler(others)).toBe(others);
    expect(withoutHandler(`${others}x-scheme-handler/punchcard=${APP_ID}.desktop\n`)).toBe(others);
    expect(withoutHandler(`${others}x-scheme-handler/punchcard=${APP_ID}.desktop;\n`)).toBe(others);
  });
});
