/** Applies the chosen zoom to every window, and handles its keys and the wheel before the page does. */
import { app, type WebContents, webContents } from 'electron';
import { type Zoom, type ZoomStep, zoomAfter } from '../../../shared/settings/appearance.ts';
import { zoomStep } from './zoom-keys.ts';

export interface ZoomOptions {
  read: () => Zoom;
  change: (zoom: Zoom) => void;
}

/** Applies to existing and future windows. */
export function createZoom({ read, change }: ZoomOptions) {
  const held = new Set<WebContents>();

  function draw(contents: WebContents): void {
    contents.setZoomFactor(read() / 100);
  }

  function take(step: ZoomStep): void {
    const zoom = zoomAfter(read(), step);
    if (zoom !== read()) change(zoom);
  }

  function hold(contents: WebContents): void {
    if (contents.getType() !== 'window') return;
    held.add(contents);
    contents.once('destroyed', () => held.delete(contents));
    // Before the page paints: a newly loaded page starts with Chromium's default zoom.
    contents.on('did-navigate', () => draw(contents));
    contents.on('before-input-event', (event, input) => {
      const step = zoomStep(input, process.platform);
      if (step === undefined) return;
      event.preventDefault();
      take(step);
    });
    // Ctrl (macOS: Cmd) and the wheel; Chromium does not zoom by itself.
    contents.on('zoom-changed', (_event, direction) => take(direction));
    // A window that existed before.
    if (contents.getURL() !== '') draw(contents);
  }

  app.on('web-contents-created', (_event, contents) => hold(contents));
  for (const contents of webContents.getAllWebContents()) hold(contents);

  return {
    /** The zoom changed. */
    changed(): void {
      for (const contents of held) draw(contents);
    },
  };
}
