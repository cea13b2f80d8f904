/**
 * The texts of Linux desktop entries in all languages, by the keys of the Desktop Entry Specification. Plain JavaScript, because the app
 * (desktop-entry.ts) and the packager (build/electron-builder.mjs) both import it, the latter on a Node that may not run TypeScript. Pure.
 */

/** One sentence about it. */
export const comment = {
  Comment: 'Your tasks and a timer, in the tray',
  'Comment[de]': 'Aufgaben und ein Timer, im Infobereich',
};

export const genericName = {
  GenericName: 'Tasks and timer',
  'GenericName[de]': 'Aufgaben und Timer',
};

/** The icon's name in the icon theme; packages name it after the program. */
export const iconName = 'punchcard';

/** Keys of the entry itself, for the packager and the app. */
export const entryKeys = {
  ...genericName,
  ...comment,
  Keywords: 'time;tracking;tasks;timer;',
  'Keywords[de]': 'Zeit;Zeiterfassung;Aufgaben;Timer;',
  // The class of the windows under X11 and their app id under Wayland; Electron takes both from `desktopName` in package.json.
  StartupWMClass: 'io.github.punchcard.Punchcard',
  StartupNotify: 'false',
  'X-GNOME-SingleWindow': 'true',
  Actions: 'NewTask;StartTimer;StopTimer;Open;',
};

/** The arguments of the actions for the timer. Not links, because links can come from anyone and must ask first. */
export const START_LAST_FLAG = '--start-timer';
export const STOP_FLAG = '--stop-timer';

/**
 * The actions by their names in `Actions`. They start the app if it is not running; a menu cannot show the output of a command.
 * @param {string} program as quoted for an Exec line
 */
export function actionsOf(program) {
  return {
    NewTask: { Name: 'New task', 'Name[de]': 'Neue Aufgabe', Exec: `${program} punchcard://add` },
    StartTimer: { Name: 'Start timer', 'Name[de]': 'Timer starten', Exec: `${program} ${START_LAST_FLAG}` },
    StopTimer: { Name: 'Stop timer', 'Name[de]': 'Timer stoppen', Exec: `${program} ${STOP_FLAG}` },
    Open: { Name: 'Open Punchcard', 'Name[de]': 'Punchcard öffnen', Exec: program },
  };
}
