/** Draws every window's page as large as the person chose, and takes the keys and the wheel for it before the page does: they work in all of them. */
import { app, type WebContents, webContents } from 'electron';
import { type Zoom, type ZoomStep, zoomAfter } from '../../shared/settings/zoom.ts';
import { zoomStep } from './zoom-keys.ts';

export interface ZoomOptions {
  read: () => Zoom;
  /** Another one is wanted. */
  change: (zoom: Zoom) => void;
}

/** For the windows that there are, and all that come. */
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
    // Before the page paints: a page that was just put there begins with Chromium's own size.
    contents.on('did-navigate', () => draw(contents));
    contents.on('before-input-event', (event, input) => {
      const step = zoomStep(input, process.platform);
      if (step === undefined) return;
      event.preventDefault();
      take(step);
    });
    // Ctrl (macOS: Cmd) and the wheel; Chromium itself changes nothing.
    contents.on('zoom-changed', (_event, direction) => take(direction));
    // A window that was there before us.
    if (contents.getURL() !== '') draw(contents);
  }

  app.on('web-contents-created', (_event, contents) => hold(contents));
  for (const contents of webContents.getAllWebContents()) hold(contents);

  return {
    /** Another one was chosen. */
    changed(): void {
      for (const contents of held) draw(contents);
    },
  };
}
