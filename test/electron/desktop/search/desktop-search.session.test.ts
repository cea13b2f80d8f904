/** The search of GNOME and KDE and the number on the icon, on the private bus, called with D-Bus's own program. */
import { spawnSync } from 'node:child_process';
import dbus, { type Message, type MessageBus } from '@particle/dbus-next';
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { run } from '../../../../build/run.mjs';
import { type DesktopSearch, serveDesktopSearch } from '../../../../electron/desktop/search/desktop-search.ts';
import { BUS_NAME, GNOME_PATH, KRUNNER_PATH } from '../../../../electron/desktop/search/search-files.mjs';
import type { FoundTask } from '../../../../electron/desktop/search/task-search.ts';
import { type BusConnection, connectToBus } from '../../../../electron/desktop/system/session-bus.ts';
import { showLauncherCount } from '../../../../electron/desktop/tray/launcher-count.ts';

const GNOME = 'org.gnome.Shell.SearchProvider2';
const KRUNNER = 'org.kde.krunner1';

const opened: BusConnection[] = [];
afterEach(() => {
  for (const connection of opened.splice(0)) connection.close();
});

async function connect(): Promise<BusConnection> {
  const connection = await connectToBus(process.env.DBUS_SESSION_BUS_ADDRESS ?? '');
  opened.push(connection);
  return connection;
}

const TASKS: FoundTask[] = [
  { id: 'one 1', title: 'PAY-1 <b>R&D</b>', description: 'Start timer · A & B' },
  { id: 'one 2', title: 'PAY-2 Größe 📏', description: 'Start timer' },
];

/** What the search was asked, in order. */
async function serve(search: Partial<DesktopSearch> = {}) {
  const asked: unknown[][] = [];
  const connection = await connect();
  const isOurs = await serveDesktopSearch(connection, {
    find(text) {
      asked.push(['find', text]);
      return TASKS;
    },
    known: (ids) => TASKS.filter(({ id }) => ids.includes(id)),
    start: (id) => asked.push(['start', id]),
    open: (id) => asked.push(['open', id]),
    openPalette: () => asked.push(['palette']),
    ...search,
  });
  return { asked, isOurs };
}

/** Calls a method as a program outside does. Its output: the values as dbus-send prints them, or the error. */
async function call(path: string, method: string, ...args: string[]): Promise<string> {
  const { output } = await run('dbus-send', [
    '--session',
    '--print-reply',
    `--dest=${BUS_NAME}`,
    path,
    method,
    ...args,
  ]);
  return output;
}
const strings = (output: string) => [...output.matchAll(/string "(.*)"$/gm)].map(([, text]) => text);

describe('a search provider of GNOME Shell', () => {
  const ask = (member: string, ...args: string[]) => call(GNOME_PATH, `${GNOME}.${member}`, ...args);

  test('answers words with ids, and ids with titles as plain text', async () => {
    const { asked, isOurs } = await serve();
    expect(isOurs).toBe(true);
    expect(strings(await ask('GetInitialResultSet', 'array:string:pay,deposit'))).toEqual(['one 1', 'one 2']);
    expect(strings(await ask('GetSubsearchResultSet', 'array:string:one 1', 'array:string:größe'))).toEqual([
      'one 1',
      'one 2',
    ]);
    expect(asked).toEqual([
      ['find', 'pay deposit'],
      ['find', 'größe'],
    ]);
    const metas = strings(await ask('GetResultMetas', 'array:string:one 1,gone'));
    const [only] = TASKS;
    expect(metas).toEqual(['id', only?.id, 'name', only?.title, 'description', only?.description]);
  });

  test('starts and opens the chosen task; its icon opens the palette', async () => {
    const { asked } = await serve();
    await ask('ActivateResult', 'string:one 2', 'array:string:pay', 'uint32:0');
    await ask('LaunchSearch', 'array:string:pay', 'uint32:0');
    expect(asked).toEqual([['start', 'one 2'], ['open', 'one 2'], ['palette']]);
  });
});

describe('a runner of KRunner', () => {
  const ask = (member: string, ...args: string[]) => call(KRUNNER_PATH, `${KRUNNER}.${member}`, ...args);

  test('answers a query with matches, best first', async () => {
    const { asked } = await serve();
    const output = await ask('Match', 'string:pay 1');
    expect(asked).toEqual([['find', 'pay 1']]);
    expect(strings(output)).toEqual(
      TASKS.flatMap(({ id, title, description }) => [id, title, 'punchcard', 'subtext', description]),
    );
    expect([...output.matchAll(/double ([\d.]+)/g)].map(([, relevance]) => relevance)).toEqual(['1', '0.5']);
  });

  test('starts the task, or opens it by its action', async () => {
    const { asked } = await serve();
    expect(strings(await ask('Actions'))).toEqual(['open', 'Open', 'window']);
    await ask('Run', 'string:one 1', 'string:');
    await ask('Run', 'string:one 2', 'string:open');
    expect(await ask('Teardown')).toMatch(/^method return/);
    expect(asked).toEqual([
      ['start', 'one 1'],
      ['open', 'one 2'],
    ]);
  });
});

describe('on the bus', () => {
  test('both objects are found from the root, and described with the signatures of their protocols', async () => {
    await serve();
    const describe = (path: string) => call(path, 'org.freedesktop.DBus.Introspectable.Introspect');
    expect(await describe('/')).toContain('<node><node name="io"/></node>');
    const parent = await describe('/io/github/punchcard/Punchcard');
    expect(parent).toContain('<node><node name="SearchProvider"/><node name="Runner"/></node>');
    const methodsIn = (xml: string) =>
      [...xml.matchAll(/<method name="(\w+)">(.*?)<\/method>/g)].map(([, name, args = '']) => {
        const of = (direction: string) =>
          [...args.matchAll(/<arg type="([^"]+)" direction="(\w+)"\/>/g)].flatMap(([, type, at]) =>
            at === direction ? type : [],
          );
        return `${name}(${of('in')}) ${of('out')}`.trimEnd();
      });
    const gnome = await describe(GNOME_PATH);
    expect(gnome).toContain(`<interface name="${GNOME}">`);
    expect(methodsIn(gnome)).toEqual([
      'GetInitialResultSet(as) as',
      'GetSubsearchResultSet(as,as) as',
      'GetResultMetas(as) aa{sv}',
      'ActivateResult(s,as,u)',
      'LaunchSearch(as,u)',
    ]);
    const krunner = await describe(KRUNNER_PATH);
    expect(krunner).toContain(`<interface name="${KRUNNER}">`);
    expect(methodsIn(krunner)).toEqual(['Actions() a(sss)', 'Match(s) a(sssida{sv})', 'Run(s,s)', 'Teardown()']);
  });

  test('other methods, paths and arguments are refused, and the next call is answered', async () => {
    const { asked } = await serve();
    const refused = [
      [GNOME_PATH, `${GNOME}.GetInitialResultSet`, 'string:pay'],
      [GNOME_PATH, `${GNOME}.constructor`],
      [GNOME_PATH, `${KRUNNER}.Match`, 'string:pay'],
      ['/nowhere', `${KRUNNER}.Match`, 'string:pay'],
      [KRUNNER_PATH, `${KRUNNER}.Run`, 'string:one 1'],
      [KRUNNER_PATH, `${KRUNNER}.Config`],
    ] as const;
    for (const [path, method, ...args] of refused)
      expect(await call(path, method, ...args)).toMatch(/^Error org\.freedesktop\.DBus\.Error\.UnknownMethod/);
    expect(asked).toEqual([]);
    expect(strings(await call(KRUNNER_PATH, `${KRUNNER}.Match`, 'string:pay'))).toHaveLength(10);
  });

  test('an error in Punchcard stays in its log', async () => {
    const find = () => {
      throw new Error('The database is closed: /home/ada');
    };
    await serve({ find });
    const logged = vi.spyOn(console, 'error').mockReturnValue();
    onTestFinished(() => logged.mockRestore());
    const output = await call(KRUNNER_PATH, `${KRUNNER}.Match`, 'string:pay');
    expect(output.trim()).toBe('Error org.freedesktop.DBus.Error.Failed: Punchcard could not answer.');
    expect(logged).toHaveBeenCalledExactlyOnceWith(`${KRUNNER}.Match failed:`, expect.any(Error));
  });

  test('words of 100 kB and 9,000 ids arrive, and long answers leave', async () => {
    const many = Array.from({ length: 10_000 }, (_, index) => ({
      id: `one ${index}`,
      title: 'x'.repeat(200),
      description: '',
    }));
    const lengths: number[] = [];
    await serve({
      find(text) {
        lengths.push(text.length);
        return many;
      },
      known: (ids) => many.filter((_, index) => index < ids.length),
    });
    const ids = strings(await call(GNOME_PATH, `${GNOME}.GetInitialResultSet`, `array:string:${'a'.repeat(100_000)}`));
    expect([lengths, ids.length]).toEqual([[100_000], many.length]);
    // Linux limits one argument to 128 kB.
    const list = `array:string:${ids.slice(0, 9_000).join(',')}`;
    expect(strings(await call(GNOME_PATH, `${GNOME}.GetResultMetas`, list))).toHaveLength(9_000 * 6);
  });

  test('of two copies of Punchcard the first one answers', async () => {
    const first = await serve();
    const second = await serve();
    expect([first.isOurs, second.isOurs]).toEqual([true, false]);
    await call(KRUNNER_PATH, `${KRUNNER}.Run`, 'string:one 1', 'string:');
    expect([first.asked, second.asked]).toEqual([[['start', 'one 1']], []]);
  });
});

describe('the number on the app’s icon', () => {
  /** A dock, which reports what it would show. */
  async function startLauncher() {
    const bus: MessageBus = dbus.sessionBus({ busAddress: process.env.DBUS_SESSION_BUS_ADDRESS ?? '' });
    const shown: unknown[] = [];
    bus.on('message', ({ interface: face, member, body }: Message) => {
      if (face !== 'com.canonical.Unity.LauncherEntry' || member !== 'Update') return;
      const [app, { count, 'count-visible': isVisible }] = body;
      shown.push([app, count.signature, count.value, isVisible.value]);
    });
    await bus.call(
      new dbus.Message({
        destination: 'org.freedesktop.DBus',
        path: '/org/freedesktop/DBus',
        interface: 'org.freedesktop.DBus',
        member: 'AddMatch',
        signature: 's',
        body: ["type='signal',interface='com.canonical.Unity.LauncherEntry'"],
      }),
    );
    await bus.requestName('com.canonical.Unity', 0);
    return { shown, stop: () => bus.disconnect() };
  }
  const APP = 'application://io.github.punchcard.Punchcard.desktop';

  test('is told to a dock that is there, when it changes', async () => {
    const launcher = await startLauncher();
    let count = 2;
    const refresh = await showLauncherCount(await connect(), () => count);
    await expect.poll(() => launcher.shown).toEqual([[APP, 'x', 2n, true]]);
    refresh();
    count = 0;
    refresh();
    await expect.poll(() => launcher.shown.slice(1)).toEqual([[APP, 'x', 0n, false]]);
    launcher.stop();
  });

  test('is told to a dock that comes later, and again to the one after it', async () => {
    await showLauncherCount(await connect(), () => 3);
    for (const _ of ['first', 'second']) {
      const launcher = await startLauncher();
      await expect.poll(() => launcher.shown).toEqual([[APP, 'x', 3n, true]]);
      launcher.stop();
      await expect
        .poll(
          () => spawnSync('dbus-send', ['--session', '--print-reply', '--dest=com.canonical.Unity', '/', 'a.b']).status,
        )
        .not.toBe(0);
    }
  });
});
