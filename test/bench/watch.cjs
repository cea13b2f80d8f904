/**
 * Loaded into an app before its own code (`electron -r`), the same for each that is compared: tells on standard output when a
 * window first shows a list on screen, and when one that was hidden is on screen again, by the page's own clock.
 */
const { app } = require('electron');

const inPage = `(() => {
  const say = (what) => console.debug('bench:' + what + ' ' + Date.now());
  // After the frame that the next animation frame belongs to.
  const painted = (what) =>
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => say(what);
      port2.postMessage(0);
    });
  const look = () => (document.querySelector('.row') === null ? setTimeout(look, 2) : painted('list'));
  look();
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') painted('shown');
  });
})()`;

app.on('web-contents-created', (_event, contents) => {
  contents.on('console-message', ({ message }) => {
    if (message.startsWith('bench:')) process.stdout.write(`${message}\n`);
  });
  contents.on('dom-ready', () => {
    // The quick-add line has no list.
    if (contents.getURL().endsWith('index.html')) contents.executeJavaScript(inPage).catch(() => undefined);
  });
});
