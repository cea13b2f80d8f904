/** Quitting: sends the last writes, stops every part, and closes the files last. */
import { setTimeout as delay } from 'node:timers/promises';
import type { AppParts } from './context.ts';
import { LAST_WRITES_MS } from './outbox.ts';

export function setUpQuit(options: AppParts) {
  const {
    featureContext,
    features,
    statePublisher,
    snapshot,
    integration,
    windows,
    tray,
    resume,
    commandLine,
    desktopSearch,
  } = options;
  const { database, runInBackground } = featureContext;
  const { account, outbox } = features;
  let isFlushed = false;
  let isStopped = false;

  function stop(): void {
    if (isStopped) return;
    isStopped = true;
    snapshot.save();
    // Stopping a part changes slices of the state, which cannot be read once the database is closed.
    statePublisher.stop();
    integration.updates.quitting();
    resume.stop();
    for (const part of features.allParts()) runInBackground(part.stop);
    features.notifications.stop();
    account.keychain.close();
    features.localPort.close();
    commandLine.close();
    desktopSearch.stop();
    windows.shortcuts.stop();
    windows.stopTrayHost();
    windows.quickAdd.quit();
    windows.popover.quit();
    tray.destroy();
  }

  function close(): void {
    database.close();
    features.local.close();
  }

  return {
    /** Stops everything, or returns false: then `quit` is called again soon. */
    mayQuit(): boolean {
      const isWaiting = features.each().some(({ account }) => {
        const session = account.session();
        return session !== null && outbox.count(session.account.id) > 0;
      });
      if (!isFlushed && isWaiting) {
        // Writes that could still be undone are sent now, because the next start may be days away.
        windows.popover.hide();
        runInBackground(outbox.flush);
        void Promise.race([outbox.idle(), delay(LAST_WRITES_MS)]).finally(() => {
          isFlushed = true;
          options.electron.quit();
        });
        return false;
      }
      stop();
      return true;
    },

    /** Closes the files, after everything has stopped. */
    close,

    /** The desktop session may end soon: sends the writes that could still be undone. */
    flush: (): void => runInBackground(outbox.flush),

    /** The desktop session ends now, without time to wait: unsent writes stay on disk until the next start. */
    sessionEnds(): void {
      // After an ordinary quit the files are closed already.
      if (!database.isOpen) return;
      stop();
      close();
    },
  };
}
