/**
 * The tray's model on surfaces that only Windows and macOS have: jump list and taskbar overlay; running time in the menu bar and dock
 * menu. They act through the tray's actions and keep nothing. Built against Electron's documentation: docs/windows-and-macos.md lists
 * what nobody has seen yet.
 */
import { join } from 'node:path';
import { app, BrowserWindow, Menu, nativeImage } from 'electron';
import { MINUTE_MS } from '../../../shared/dates/milliseconds.ts';
import { hoursMinutes } from '../../../shared/i18n/format-dates.ts';
import { jumpList } from './jump-list.ts';
import { menuItem, type TrayHolder } from './tray.ts';
import type { TrayAction, TrayModel } from './tray-model.ts';

export interface NativeSurfacesOptions {
  holder: TrayHolder;
  /** Folder with the tray's icons. */
  icons: string;
  /** What starts the app, without its own arguments. */
  command: readonly string[];
  now: () => number;
  onAction: (action: TrayAction) => void;
}

export interface NativeSurfaces {
  draw(model: TrayModel): void;
  stop(): void;
}

export function createNativeSurfaces(options: NativeSurfacesOptions): NativeSurfaces {
  if (process.platform === 'win32') return createTaskbar(options);
  if (process.platform === 'darwin') return createMenuBar(options);
  return { draw: () => undefined, stop: () => undefined };
}

/** Windows. */
function createTaskbar({ icons, command }: NativeSurfacesOptions): NativeSurfaces {
  let shown: TrayModel | null = null;
  let drawn = '';

  /** The state as a small picture on the window's button; none while there is nothing to say. */
  function overlay(window: BrowserWindow): void {
    if (shown === null || shown.icon === 'idle') window.setOverlayIcon(null, '');
    else {
      const picture = nativeImage.createFromPath(join(icons, `${shown.icon}-dark.ico`));
      window.setOverlayIcon(picture, shown.tooltip.replaceAll('\n', ', '));
    }
  }
  // A window has no button in the taskbar before it is shown.
  const follow = (window: BrowserWindow) => window.on('show', () => overlay(window));
  const onCreated = (_event: unknown, window: BrowserWindow) => follow(window);
  for (const window of BrowserWindow.getAllWindows()) follow(window);
  app.on('browser-window-created', onCreated);

  function drawJumpList(model: TrayModel): void {
    const { minItems, removedItems } = app.getJumpListSettings();
    const removed = new Set(removedItems.map(({ args = '' }) => args));
    const categories = jumpList(model, command, removed, minItems);
    // A group policy or a privacy setting may forbid all but the tasks.
    if (app.setJumpList(categories) !== 'ok') app.setJumpList(categories.slice(0, 1));
  }

  return {
    draw(model) {
      const isOther = model.icon !== shown?.icon || model.tooltip !== shown.tooltip;
      shown = model;
      if (isOther) for (const window of BrowserWindow.getAllWindows()) overlay(window);
      const next = JSON.stringify([model.running, model.starts]);
      if (next !== drawn) drawJumpList(model);
      drawn = next;
    },
    stop: () => void app.off('browser-window-created', onCreated),
  };
}

/** macOS. */
function createMenuBar({ holder, now, onAction }: NativeSurfacesOptions): NativeSurfaces {
  let timer: NodeJS.Timeout | undefined;
  let title = '';
  let menu = '';

  function drawTitle({ running }: Pick<TrayModel, 'running'>): void {
    clearTimeout(timer);
    if (holder.tray.isDestroyed()) return;
    const ranMs = running === null ? 0 : now() - Date.parse(running.startTime);
    const next = running === null ? '' : hoursMinutes(ranMs);
    if (next !== title) holder.tray.setTitle(next, { fontType: 'monospacedDigit' });
    title = next;
    if (running === null) return;
    timer = setTimeout(drawTitle, MINUTE_MS - (ranMs % MINUTE_MS), { running });
    timer.unref();
  }

  return {
    draw(model) {
      drawTitle(model);
      const next = JSON.stringify(model.menu);
      // The dock has its own Quit.
      const entries = model.menu.slice(0, -2);
      if (next !== menu) app.dock?.setMenu(Menu.buildFromTemplate(entries.map(menuItem(onAction))));
      menu = next;
    },
    stop: () => clearTimeout(timer),
  };
}
