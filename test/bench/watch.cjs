/**
 * Loaded into each compared app before its own code (`electron -r`): prints when a window first shows a list on screen, and when a
 * hidden one is on screen again, by the page's clock. Neither page draws anything before its list, so Chromium's
 * first-contentful-paint is the list's.
 */
const { app } = require('electron');

const inPage = `(() => {
  const say = (what, at = Date.now()) => console.debug('bench:' + what + ' ' + Math.round(at));
  // After the frame of the next animation frame.
  const painted = (what) =>
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => say(what);
      port2.postMessage(0);
    });
  new PerformanceObserver((list, observer) => {
    for (const { name, startTime } of list.getEntries()) {
      if (name !== 'first-contentful-paint') continue;
      observer.disconnect();
      if (document.querySelector('[data-task-id]') !== null) say('list', performance.timeOrigin + startTime);
    }
  }).observe({ type: 'paint', buffered: true });
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') painted('shown');
  });
})()`;

app.on('web-contents-created', (_event, contents) => {
  contents.on('console-message', ({ message }) => {
    if (message.startsWith('bench:')) process.stdout.write(`${message}\n`);
  });
  contents.on('dom-ready', () => {
    // The quick-add page has no list.
    if (contents.getURL().endsWith('index.html')) contents.executeJavaScript(inPage).catch(() => undefined);
  });
});
