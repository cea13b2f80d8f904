/**
 * Loaded into each compared app before its own code (`electron -r`): prints when a window first shows a list on screen, when a
 * hidden one is on screen again, when the line of quick add is there and when a letter arrives in it, by the page's clock, and when a
 * window was hidden.
 * Neither page draws anything before its list, so Chromium's first-contentful-paint is the list's.
 */
const { app } = require('electron');

const say = `const say = (what, at = Date.now()) => console.debug('bench:' + what + ' ' + Math.round(at));`;

const inWindow = `(() => {
  ${say}
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

const inQuickAdd = `(() => {
  ${say}
  say('line');
  addEventListener('input', () => say('letter'), true);
})()`;

app.on('browser-window-created', (_event, window) => {
  window.on('hide', () => process.stdout.write(`bench:hidden ${Date.now()}\n`));
});
app.on('web-contents-created', (_event, contents) => {
  contents.on('console-message', ({ message }) => {
    if (message.startsWith('bench:')) process.stdout.write(`${message}\n`);
  });
  contents.on('dom-ready', () => {
    const run = contents.getURL().endsWith('/index.html') ? inWindow : inQuickAdd;
    contents.executeJavaScript(run).catch(() => undefined);
  });
});
