/** The frames that the window paints. */
import type { Page } from 'playwright-core';

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
