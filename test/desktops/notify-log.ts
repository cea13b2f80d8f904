/** What `dbus-monitor` prints of notifications. Pure. */

/** The keys of the last notification's buttons, in their order. A click on the notification itself is one only where it has a label. */
export function drawnActions(log: string): string[] {
  const call = log.slice(log.lastIndexOf('member=Notify'));
  const list = /array \[\n((?:\s+string ".*"\n)*)\s+\]/.exec(call)?.[1] ?? '';
  const texts = [...list.matchAll(/string "(.*)"/g)].map(([, text = '']) => text);
  return texts.filter((text, index) => index % 2 === 0 && (text !== 'default' || texts[index + 1] !== ''));
}
