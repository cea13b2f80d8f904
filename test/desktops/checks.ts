/** What Punchcard promises on a desktop, each judged from outside, with a picture of each step. */
import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { PATIENCE_MS } from '../until.ts';
import { type AppCommand, type DesktopApp, startApp } from './app.ts';
import type { DesktopKind, RunningDesktop, SeenWindow } from './desktop.ts';
import { centre, distance, isWithin, type Rect } from './geometry.ts';
import { lookForIdle } from './idle.ts';
import { drawnActions } from './notify-log.ts';
import { changedAreas, changedShare, colours, type Picture } from './pixels.ts';
import { pause, SLOWNESS, waitFor } from './session.ts';
import type { DesktopResult, Outcome, PromiseName } from './table.ts';
import { chooseInTray, type TrayItem, trayItemOf } from './tray.ts';

/** From the start of the process to a painted window (ms). A slow machine has longer. */
const WINDOW_MS = 3_000 * SLOWNESS;
/** How far the popover may be from the icon (logical pixels). */
const NEAR = 16;
/** From this width on the window has columns (logical pixels). */
const WIDE = 720;
/** A reminder comes this long after it was set; by then the window has to be gone from the screen (ms). */
const DUE_IN_MS = 8_000 * SLOWNESS;
/** Nobody touches anything for so long (s). */
const IDLE_S = 6;
/** So many colours has a drawn window, with text. */
const DRAWN_COLOURS = 30;

const works = (detail = ''): Outcome => ({ verdict: 'works', detail });
const failed = (detail: string): Outcome => ({ verdict: 'failed', detail });
const unavailable = (detail: string): Outcome => ({ verdict: 'unavailable', detail });

export async function check(
  kind: DesktopKind,
  desktop: RunningDesktop,
  command: AppCommand,
  pictures: string,
  say: (line: string) => void,
): Promise<DesktopResult> {
  mkdirSync(pictures, { recursive: true });
  const result: DesktopResult = { title: kind.title, connection: null, problem: null, outcomes: {} };
  const run = new Run(kind, desktop, pictures);
  const before = await desktop.windows();
  const empty = await run.picture('desktop');
  await desktop.move(10, Math.round((kind.screens[0]?.height ?? 0) / 2));

  const started = performance.now();
  const app = startApp(desktop.session, command);
  run.app = app;
  const promise = async (name: PromiseName, work: () => Promise<Outcome>): Promise<void> => {
    const outcome = await work().catch((error: unknown) =>
      failed(error instanceof Error ? error.message : String(error)),
    );
    if (outcome.verdict === 'failed')
      await run.picture(`failed-${name.replace(/\W+/g, '-').toLowerCase()}`).catch(() => undefined);
    result.outcomes[name] = outcome;
    say(`${name}: ${outcome.verdict}${outcome.detail === '' ? '' : `: ${outcome.detail}`}`);
  };

  try {
    await promise('Window within 3 s', () => run.window(started, empty));
    result.connection = run.connection();
    await run.signIn();
    await run.picture('tasks');
    await promise('Nothing else opens', () => run.nothingElse(before));
    await promise('Tray icon', () => run.trayIcon());
    await promise('Timer in a status bar', () => run.statusBar());
    await promise('Popover at the icon', () => run.popover());
    await promise('Not in the taskbar', () => run.taskbar());
    await promise('Ordinary window', () => run.ordinaryWindow());
    await promise('Shortcut as shown', () => run.shortcut());
    await promise('Quick add takes the keyboard', () => run.quickAdd());
    await promise('Search of the desktop', () => run.search());
    await promise('Idle time', () => run.idle());
    await promise('Notification and its buttons', () => run.notification());
    result.connection ??= run.connection();
  } catch (error) {
    say(`broke off: ${error instanceof Error ? error.message : error}`);
  } finally {
    await app.quit();
  }
  return result;
}

class Run {
  readonly kind: DesktopKind;
  readonly desktop: RunningDesktop;
  readonly folder: string;
  app: DesktopApp | null = null;
  private icon: Rect | null = null;
  private item: TrayItem | undefined;
  private lastSeen: SeenWindow | null = null;
  private count = 0;
  private isShortcutAlive = false;
  /** Where the pointer was moved to last. */
  private touchedAt = 10;

  constructor(kind: DesktopKind, desktop: RunningDesktop, folder: string) {
    this.kind = kind;
    this.desktop = desktop;
    this.folder = folder;
  }

  async picture(name: string): Promise<Picture> {
    this.count += 1;
    const file = join(this.folder, `${String(this.count).padStart(2, '0')}-${name}.png`);
    await this.desktop.screenshot(file);
    return readPicture(file);
  }

  /** A picture that is not kept. */
  private async look(): Promise<Picture> {
    const file = join(this.desktop.session.folder, `look.${this.desktop.quickPictures}`);
    await this.desktop.screenshot(file);
    const picture = await readPicture(file);
    rmSync(file);
    return picture;
  }

  /** What is seen once nothing moves, fades or grows any more: two looks in a row are the same. */
  private async still(): Promise<Picture> {
    let last = await this.look();
    const isStill = async () => {
      const before = last;
      last = await this.look();
      return isDeepStrictEqual(last, before);
    };
    await waitFor(isStill, 'a screen on which nothing moves');
    return last;
  }

  private running(): DesktopApp {
    if (this.app === null) throw new Error('The app does not run');
    return this.app;
  }

  connection(): DesktopResult['connection'] {
    if (this.lastSeen === null) return null;
    if (!this.lastSeen.isX11) return 'Wayland';
    return this.kind.isWayland ? 'XWayland' : 'X11';
  }

  private async ours(): Promise<SeenWindow[]> {
    return (await this.desktop.windows()).filter(isOurs);
  }

  /** The window, not quick add. */
  private async main(): Promise<SeenWindow | undefined> {
    const seen = (await this.ours()).find(({ title }) => !isQuickAdd(title));
    if (seen !== undefined) this.lastSeen = seen;
    return seen;
  }

  private async quickAddWindow(): Promise<SeenWindow | undefined> {
    return (await this.ours()).find(({ title }) => isQuickAdd(title));
  }

  async window(started: number, empty: Picture): Promise<Outcome> {
    while (performance.now() < started + PATIENCE_MS) {
      const end = this.running().ended();
      if (end !== null) return failed(`the app ended: ${end}`);
      const lookedAt = performance.now();
      const seen = await this.main();
      if (seen !== undefined) {
        const picture = await this.look();
        const isDrawn = changedShare(empty, picture, seen) > 0.5 && colours(picture, seen) >= DRAWN_COLOURS;
        if (isDrawn) return this.windowSeen(lookedAt - started, seen);
      }
      await pause(30);
    }
    return failed('no painted window');
  }

  private async windowSeen(ms: number, seen: SeenWindow): Promise<Outcome> {
    await this.picture('window');
    const seconds = `${(ms / 1000).toFixed(1)} s`;
    if (!this.kind.screens.some((screen) => isWithin(seen, screen)))
      return failed(`partly off the screen: ${place(seen)}`);
    return ms <= WINDOW_MS ? works(seconds) : failed(`after ${seconds}`);
  }

  async signIn(): Promise<void> {
    const app = this.running();
    await waitFor(
      async () => (await app.evaluate('index.html', 'typeof window.punchcard?.send')) === 'function',
      'the page',
    );
    await app.send('sign-in.local', { sample: true });
    await app.untilState(({ tasks }) => tasks.tasks.length > 0, 'the sample tasks');
  }

  /** No wizard, no settings, no question of the desktop. */
  async nothingElse(before: SeenWindow[]): Promise<Outcome> {
    await pause(1_500);
    const known = before.map(({ appId, title }) => `${appId} ${title}`);
    const others = (await this.desktop.windows()).filter(
      (window) => !isOurs(window) && !known.includes(`${window.appId} ${window.title}`),
    );
    if (others.length === 0) return works();
    return failed(others.map(({ appId, title }) => `${title || 'a window'} (${appId})`).join(', '));
  }

  /** Registered at the watcher, and drawn: its pixels change when a timer starts and are as before when it is discarded. */
  async trayIcon(): Promise<Outcome> {
    const { panel, can, scale } = this.kind;
    const app = this.running();
    if (can.tray !== true || panel === null) return unavailable(String(can.tray));
    this.item = await waitFor(() => trayItemOf(this.desktop.session, app.pid), 'a registered tray item');
    const [task] = (await app.untilState(({ tasks }) => tasks.tasks.length > 0, 'a task')).tasks.tasks;
    await pause(1_000);
    const idle = await this.picture('tray-idle');
    await app.send('timer.start', { taskId: task?.id ?? '' });
    const running = await this.changed(idle, panel, 'tray-running');
    await app.send('timer.discard', {});
    await pause(1_500);
    const again = await this.picture('tray-idle-again');
    const icons = changedAreas(idle, running, panel, 4 * scale).filter(
      (area) => area.width >= 6 * scale && area.width <= 40 * scale && changedShare(idle, again, area) < 0.02,
    );
    const [icon] = icons;
    if (icon === undefined) return failed('registered, but no pixels in the panel change when a timer starts');
    // What can be clicked is as high as the panel.
    this.icon =
      panel.width > panel.height
        ? { ...icon, y: panel.y, height: panel.height }
        : { ...icon, x: panel.x, width: panel.width };
    return works();
  }

  /** The documented line for a bar: the timer is seen in it, and a click on it stops the timer. */
  async statusBar(): Promise<Outcome> {
    const { statusBar } = this.kind;
    if (statusBar === undefined) return unavailable('it has no bar that runs a program');
    const app = this.running();
    const { tasks } = await app.untilState((state) => state.tasks.tasks.length > 0, 'a task');
    const without = await this.picture('bar-without-timer');
    await app.send('timer.start', { taskId: tasks.tasks[0]?.id ?? '' });
    const running = await this.changed(without, statusBar, 'bar-with-timer');
    if (changedShare(without, running, statusBar) === 0) return failed('the timer is not seen in it');
    const { x, y } = centre(statusBar);
    await this.desktop.click(x, y);
    await app.untilState(({ time }) => time.running === null, 'a click stops the timer');
    await this.desktop.move(10, Math.round((this.kind.screens[0]?.height ?? 0) / 2));
    const isAsBefore = async () => changedShare(without, await this.look(), statusBar) === 0;
    await waitFor(isAsBefore, 'the bar without a timer');
    return works();
  }

  /** Looks until a part of the screen differs; gives the last picture in any case. */
  private async changed(from: Picture, area: Rect, name: string): Promise<Picture> {
    await waitFor(async () => changedShare(from, await this.look(), area) > 0, 'a change').catch(() => undefined);
    await pause(500);
    return this.picture(name);
  }

  async hide(): Promise<void> {
    if ((await this.main()) === undefined) return;
    await this.running().send('window.hide', {});
    await waitFor(async () => (await this.main()) === undefined, 'the window hides');
    // A click that follows at once counts as the one that hid it.
    await pause(700);
  }

  async popover(): Promise<Outcome> {
    const { can, scale, trayClick } = this.kind;
    if (can.tray !== true) return unavailable('there is no tray icon');
    if (this.icon === null) return failed('there is no tray icon to be at');
    await this.hide();
    const { x, y } = centre(this.icon);
    await this.desktop.click(x, y);
    if (trayClick === 'menu') {
      await pause(1_000);
      await this.picture('tray-menu');
      await this.desktop.key('Down');
      await pause(200);
      await this.desktop.key('Return');
    }
    const seen = await waitFor(() => this.main(), 'the window after a click on the icon');
    await pause(800);
    await this.picture('popover');
    const settled = (await this.main()) ?? seen;
    const apart = distance(settled, this.icon) / scale;
    if (!this.kind.screens.some((screen) => isWithin(settled, screen)))
      return failed(`partly off the screen: ${place(settled)}`);
    if (apart <= NEAR) return works(`${Math.round(apart)} px`);
    if (!settled.isX11 && can.place === true) return failed('it is a native Wayland window, which no desktop places');
    if (can.place !== true) return unavailable(can.place);
    return failed(`${Math.round(apart)} px from the icon: ${place(settled)}`);
  }

  /** The popover is the tray's: taskbars and pagers leave it out. Window managers are told so by a property of the window. */
  async taskbar(): Promise<Outcome> {
    if (this.kind.can.tray !== true) return unavailable('without a tray it is an ordinary window, which belongs there');
    const seen = await waitFor(() => this.main(), 'the popover');
    if (!seen.isX11 && this.kind.can.place === true) return failed('it is a native Wayland window');
    if (!seen.isX11) return unavailable('this desktop has no taskbar');
    await waitFor(async () => !(await this.isInTaskbar()), 'out of the taskbar');
    return works();
  }

  /** As a window of X11 says. */
  private async isInTaskbar(): Promise<boolean> {
    const { session } = this.desktop;
    const found = await session.run('xdotool', 'search', '--onlyvisible', '--name', '^Punchcard$');
    const [id] = found.trim().split('\n');
    const state = await session.run('xprop', '-id', id ?? '', '_NET_WM_STATE');
    return !state.includes('_NET_WM_STATE_SKIP_TASKBAR');
  }

  /** The person may have the popover as an ordinary window: wide, in the taskbar, and as large as before when it opens again. */
  async ordinaryWindow(): Promise<Outcome> {
    const { can, scale, screens } = this.kind;
    if (can.tray !== true) return unavailable('without a tray it is one from the start');
    const app = this.running();
    const isWide = ({ width }: Rect) => width >= WIDE * scale;
    const untilWide = async () => {
      const seen = await this.main();
      return seen !== undefined && isWide(seen) ? seen : undefined;
    };
    // The hidden window is made anew at once, before its page has the answer.
    const openAsWindow = (value: boolean) =>
      app.send('settings.change', { openAsWindow: value }).catch(() => pause(1_000));
    await this.hide();
    await openAsWindow(true);
    try {
      app.startAgain();
      await waitFor(untilWide, 'a wide window');
      await pause(1_500);
      await this.picture('ordinary-window');
      const first = await waitFor(untilWide, 'a wide window');
      if (!screens.some((screen) => isWithin(first, screen))) return failed(`partly off the screen: ${place(first)}`);
      if (first.isX11) await waitFor(() => this.isInTaskbar(), 'in the taskbar');
      await this.hide();
      app.startAgain();
      await waitFor(untilWide, 'the wide window again');
      await pause(1_000);
      const again = await waitFor(untilWide, 'the wide window again');
      const isAsBefore = again.width === first.width && again.height === first.height;
      return isAsBefore
        ? works(`${first.width} × ${first.height}`)
        : failed(`then ${place(again)}, not ${place(first)}`);
    } finally {
      await this.hide();
      await openAsWindow(false);
    }
  }

  /** What the settings say of the shortcut is what a press does. */
  async shortcut(): Promise<Outcome> {
    await this.hide();
    const { shortcuts } = await this.running().untilState(() => true, 'a state');
    const shortcut = shortcuts.list['quick-add'];
    const hasClaim = shortcut.state === 'set';
    await this.desktop.key('Control_L', 'Alt_L', 'space');
    if (hasClaim) await waitFor(() => this.quickAddWindow(), 'quick add').catch(() => undefined);
    else await pause(3_000);
    this.isShortcutAlive = (await this.quickAddWindow()) !== undefined;
    if (this.isShortcutAlive) {
      await this.picture('quick-add-by-shortcut');
      await this.leaveQuickAdd();
      return hasClaim ? works() : failed(`it opens quick add, but the settings say “${shortcut.state}”`);
    }
    if (hasClaim) return failed('the settings say that it is set, but a press opens nothing');
    const { can } = this.kind;
    return can.shortcut === true ? failed(`the settings say “${shortcut.state}”`) : unavailable(can.shortcut);
  }

  /** Twice: the second quick add is like the first. */
  async quickAdd(): Promise<Outcome> {
    await this.hide();
    for (const text of ['write a letter', 'and another one']) {
      await this.openQuickAdd();
      const opened = await waitFor(() => this.quickAddWindow(), 'the window of quick add');
      if (!this.kind.screens.some((screen) => isWithin(opened, screen)))
        return failed(`partly off the screen: ${place(opened)}`);
      await waitFor(async () => (await this.quickAddWindow())?.hasFocus, 'the focus on quick add');
      await pause(500);
      await this.desktop.type(text);
      const line = `document.querySelector('[role=combobox]')?.value`;
      const value = () => this.running().evaluate('quick-add.html', line);
      const isTyped = await waitFor(async () => (await value()) === text, 'the text').catch(() => false);
      await this.picture('quick-add');
      if (!isTyped) return failed(`typed “${text}”, the line has “${await value()}”`);
      await this.leaveQuickAdd();
    }
    return works();
  }

  private async openQuickAdd(): Promise<void> {
    if (this.isShortcutAlive) await this.desktop.key('Control_L', 'Alt_L', 'space');
    else if (this.item !== undefined) await chooseInTray(this.desktop.session, this.item, 'New task');
    else await this.running().send('quick-add.open', {});
  }

  private async leaveQuickAdd(): Promise<void> {
    await this.desktop.key('Escape');
    await waitFor(async () => (await this.quickAddWindow()) === undefined, 'quick add leaves on Escape');
    await pause(700);
  }

  /** It finds a task by its identifier, and Enter starts its timer. */
  async search(): Promise<Outcome> {
    const { openSearch } = this.desktop;
    if (openSearch === undefined) return unavailable('it has none that asks programs');
    const app = this.running();
    const { tasks } = await app.untilState((state) => state.tasks.tasks.length > 0, 'a task');
    const [task] = tasks.tasks;
    await this.hide();
    await openSearch();
    await pause(1_500);
    await this.desktop.type((task?.identifier ?? '').toLowerCase());
    await pause(2_000);
    await this.still();
    await this.picture('search');
    await this.desktop.key('Return');
    await app.untilState(({ time }) => time.running?.task.taskId === task?.id, 'Enter starts the timer');
    await app.send('timer.discard', {});
    return works();
  }

  async idle(): Promise<Outcome> {
    const { can } = this.kind;
    const { canReadIdle } = (await this.running().untilState(() => true, 'a state')).app;
    if (canReadIdle && can.idle === true) return this.kind.isWayland ? this.idleIsNoticed() : this.idleIsRead();
    if (canReadIdle) return failed('told as read, but this desktop does not tell it');
    return can.idle === true ? failed('told as not available, but this desktop tells it') : unavailable(can.idle);
  }

  /** Moves the pointer, each time to another place. */
  private touch(): Promise<void> {
    this.touchedAt += 20;
    return this.desktop.move(this.touchedAt, Math.round((this.kind.screens[0]?.height ?? 0) / 2));
  }

  /** X11 says at any moment how long ago the last input was. */
  private async idleIsRead(): Promise<Outcome> {
    const app = this.running();
    const readings: { read: number; passed: number }[] = [];
    for (const pauses of [[0, IDLE_S], [0]]) {
      const touchedAt = performance.now();
      await this.touch();
      for (const seconds of pauses) {
        await pause(seconds * 1_000);
        const read = await app.idleSeconds();
        readings.push({ read, passed: (performance.now() - touchedAt) / 1_000 });
      }
    }
    const isRight = readings.every(({ read, passed }) => read <= passed + 1 && read >= passed - 2 * SLOWNESS);
    const seen = readings.map(({ read, passed }) => `${read} s ${Math.round(passed)} s after input`).join(', ');
    return isRight ? works('read from X11') : failed(seen);
  }

  /** Wayland says when a pause begins and ends. */
  private async idleIsNoticed(): Promise<Outcome> {
    const { source, idleMs, backAfterMs } = await lookForIdle(this.desktop.session.env, () => this.touch());
    if (idleMs === null) return failed(`${source}: idleness was not noticed`);
    return backAfterMs === null ? failed(`${source}: the return was not noticed`) : works(`read from ${source}`);
  }

  /** A real reminder, whose “Start timer” starts one. */
  async notification(): Promise<Outcome> {
    const app = this.running();
    // With its interface: GNOME's settings have a signal of that name, too.
    const rule = "interface='org.freedesktop.Notifications',member='Notify'";
    this.desktop.session.start('dbus-monitor', ['--session', rule]);
    if ((await this.main()) === undefined) app.startAgain();
    await waitFor(() => this.main(), 'the window');
    const { tasks, settings } = await app.untilState((state) => state.tasks.tasks.length > 0, 'a task');
    // Only at the due minute: GNOME shows no buttons on one that takes the place of another.
    await app.send('settings.change', { reminders: { ...settings.reminders, beforeMinutes: [] } });
    const taskId = tasks.tasks[0]?.id ?? '';
    await app.send('tasks.open-page', { taskId });
    await app.untilState(({ taskPage }) => taskPage?.task.id === taskId, 'the task’s page');
    // While the window is there: a hidden one is let go in time, and the next command opens it again, over the notification.
    await app.send('tasks.change', { changes: [{ taskId, dueDate: new Date(Date.now() + DUE_IN_MS).toISOString() }] });
    await this.hide();
    await this.desktop.move(10, Math.round((this.kind.screens[0]?.height ?? 0) / 2));
    await this.still();
    const without = await this.picture('before-notification');
    const screen = this.kind.screens[0] ?? { x: 0, y: 0, width: 0, height: 0 };
    const { scale } = this.kind;
    const isBubble = ({ width, height }: Rect) => width >= 150 * scale && width <= 700 * scale && height >= 40 * scale;
    const bubbleIn = (picture: Picture) => changedAreas(without, picture, screen, 8 * scale).find(isBubble);
    const isSent = () => this.desktop.session.output('dbus-monitor').includes('member=Notify');
    await waitFor(async () => isSent() && bubbleIn(await this.look()), 'a notification on the screen');
    await this.picture('notification');
    if (this.desktop.pressButton !== undefined) await this.desktop.pressButton('start');
    else await this.pressDrawnButton(bubbleIn);
    const started = await app
      .untilState(({ time }) => time.running !== null, '“Start timer” starts one')
      .catch(() => null);
    await this.picture('after-start-timer');
    return started !== null ? works() : failed('it appears, but its “Start timer” starts none');
  }

  /** Its buttons are in the lowest row; some desktops draw them once the pointer is there. Each lights up under the pointer. */
  private async pressDrawnButton(bubbleIn: (picture: Picture) => Rect | undefined): Promise<void> {
    const bubble = async () => {
      const seen = bubbleIn(await this.still());
      if (seen === undefined) throw new Error('it left before its button was pressed');
      return seen;
    };
    // The message may have been read only in part.
    const toldKeys = async () => {
      const told = drawnActions(this.desktop.session.output('dbus-monitor'));
      return told.length > 0 && told;
    };
    const keys = await waitFor(toldKeys, 'the actions of the notification');
    const found = async () => {
      const at = await bubble();
      // In one movement from outside: GNOME draws them only then, and keeps the notification only under the pointer.
      await this.desktop.move(centre(at).x, at.y + Math.round(at.height / 3));
      const buttons = await this.buttonsOf(await bubble());
      return buttons.length === keys.length && buttons[keys.indexOf('start')];
    };
    const { x, y } = centre(await waitFor(found, `a button for each of ${keys.join(', ')}`));
    await this.desktop.click(x, y);
  }

  private async buttonsOf(at: Rect): Promise<Rect[]> {
    const { scale } = this.kind;
    const y = at.y + at.height - 20 * scale;
    const plain = await this.picture('notification-buttons');
    const row = { x: at.x, y: y - 16 * scale, width: at.width, height: 36 * scale };
    const buttons: Rect[] = [];
    for (let x = at.x + 16 * scale; x < at.x + at.width; x += 24 * scale) {
      if (buttons.some((button) => x <= button.x + button.width)) continue;
      await this.desktop.move(x, y);
      const lit = changedAreas(plain, await this.still(), row, 6 * scale, 3).find(
        (area) => area.x <= x && x <= area.x + area.width && area.width >= 24 * scale && area.width < at.width * 0.9,
      );
      if (lit !== undefined) buttons.push(lit);
    }
    return buttons;
  }
}

const isOurs = ({ appId, title }: SeenWindow): boolean =>
  /punchcard|electron/i.test(appId) || /^(Punchcard|New task)$/.test(title);

const isQuickAdd = (title: string): boolean => title === 'New task';

const place = ({ x, y, width, height }: Rect): string => `${width} × ${height} at ${x}, ${y}`;

async function readPicture(file: string): Promise<Picture> {
  const isReadable = file.endsWith('.ppm');
  const bytes = isReadable ? readFileSync(file) : await collect('convert', [file, '-depth', '8', 'ppm:-']);
  // P6, width, height and the largest value, each followed by one blank.
  const head = /^P6\s+(\d+)\s+(\d+)\s+255\s/.exec(bytes.subarray(0, 40).toString('latin1'));
  if (head === null) throw new Error(`${file} is no picture`);
  return { width: Number(head[1]), height: Number(head[2]), pixels: bytes.subarray(head[0].length) };
}

function collect(command: string, args: string[]): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'ignore'] });
    const chunks: Buffer[] = [];
    child.stdout.on('data', (chunk) => chunks.push(chunk));
    child.on('error', reject);
    child.on('close', (code) => {
      if (code === 0) resolve(Buffer.concat(chunks));
      else reject(new Error(`${command} failed (${code})`));
    });
  });
}
