/**
 * Loaded into the app before its own code while coverage is measured: appends what each page ran, as V8 reports it, to a file of this
 * process in NODE_V8_COVERAGE. Pages end without notice, so their counters are read, and thereby reset, several times a second.
 */
const { appendFileSync } = require('node:fs');
const { join } = require('node:path');
const { app } = require('electron');

const EVERY_MS = 250;
const file = join(process.env.NODE_V8_COVERAGE ?? '', `pages-${process.pid}-${Date.now()}.jsonl`);

/** What functions did so far; a repetition is not written. V8 gives a block a range of its own where its count differs. */
const seen = new Set();

/** @param {{ url: string, functions: { ranges: { startOffset: number, endOffset: number, count: number }[] }[] }[]} scripts */
function write(scripts) {
  const result = scripts.map(({ url, functions }) => {
    const isNew = (/** @type {(typeof functions)[0]} */ { ranges }) => {
      const parts = ranges.map(({ startOffset, endOffset, count }) => [startOffset, endOffset, Math.min(count, 1)]);
      const known = seen.size;
      return seen.add(`${url} ${parts.join()}`).size > known;
    };
    return { url, functions: url.startsWith('app:') ? functions.filter(isNew) : [] };
  });
  const news = result.filter(({ functions }) => functions.length > 0);
  if (news.length > 0) appendFileSync(file, `${JSON.stringify({ result: news })}\n`);
}

app.on('web-contents-created', (_event, contents) => {
  const page = contents.debugger;
  page.attach();
  // A page that leaves the app crashes with the profiler on.
  contents.on('did-start-navigation', ({ url, isMainFrame }) => {
    if (isMainFrame && !url.startsWith('app:')) page.detach();
  });
  const started = [
    page.sendCommand('Profiler.enable'),
    // Without counts, a second report would call a block unused that the first one called used.
    page.sendCommand('Profiler.startPreciseCoverage', { callCount: true, detailed: true }),
  ];
  const take = async () => {
    await Promise.all(started);
    while (page.isAttached()) {
      write((await page.sendCommand('Profiler.takePreciseCoverage')).result);
      await new Promise((resolve) => setTimeout(resolve, EVERY_MS));
    }
  };
  take().catch(() => undefined); // The page was closed or crashed.
});
