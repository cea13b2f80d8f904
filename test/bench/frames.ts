/** The frames that a window paints. */
import type { Locator, Page } from 'playwright-core';
import { pause } from './figures.ts';

/** Work that follows an opening may block as well. */
export const AFTERWARDS_MS = 300;

export interface Opening {
  ms: number;
  /** Frames on screen without any text in the page. */
  emptyFrames: number;
  longestBlock: number;
}

/** From the click, or the key, by its own time stamp, until an element that matches `shows` is painted. */
export async function measure(page: Page, target: Locator, shows: string, key?: string): Promise<Opening> {
  const on = { selector: shows, act: key === undefined ? 'click' : 'keydown' };
  await page.evaluate(({ selector, act }) => {
    const seen = { from: Number.NaN, to: Number.NaN, emptyFrames: 0, longestBlock: 0 };
    Object.assign(window, { opening: seen });
    const blocks = new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) seen.longestBlock = Math.max(seen.longestBlock, duration);
    });
    const { port1, port2 } = new MessageChannel();
    // After the frame of the animation frame, as in watch.cjs.
    port1.onmessage = () => {
      seen.to = performance.now();
    };
    const isEmpty = () => {
      const areas = document.querySelectorAll<HTMLElement>('[role="tabpanel"], .window__page, .window__body');
      return [...areas].every(({ innerText }) => innerText.trim() === '');
    };
    const look = () => {
      if (document.querySelector(selector)) port2.postMessage(0);
      else {
        if (isEmpty()) seen.emptyFrames += 1;
        requestAnimationFrame(look);
      }
    };
    const onAct = (event: Event) => {
      seen.from = event.timeStamp;
      blocks.observe({ type: 'longtask' });
      requestAnimationFrame(look);
    };
    addEventListener(act, onAct, { capture: true, once: true });
  }, on);
  await (key === undefined ? target.click() : target.press(key));
  await page.waitForFunction(() => !Number.isNaN((window as unknown as { opening: { to: number } }).opening.to));
  await pause(AFTERWARDS_MS);
  const seen = await page.evaluate(
    () => (window as unknown as { opening: Omit<Opening, 'ms'> & { from: number; to: number } }).opening,
  );
  return { ms: seen.to - seen.from, emptyFrames: seen.emptyFrames, longestBlock: seen.longestBlock };
}

/** The length of each frame during the work (ms). */
export async function framesDuring(page: Page, work: () => Promise<void>): Promise<number[]> {
  const recorder = await page.evaluateHandle(() => {
    const recording = { frames: [] as number[], isOn: true };
    let last = performance.now();
    const frame = (now: number) => {
      recording.frames.push(now - last);
      last = now;
      if (recording.isOn) requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
    return recording;
  });
  await work();
  const frames = await recorder.evaluate((recording) => {
    recording.isOn = false;
    return recording.frames;
  });
  await recorder.dispose();
  return frames.slice(1);
}
