/**
 * What menus of Linux say about Punchcard, in its languages: the keys of a desktop entry, as the specification writes them. Plain
 * JavaScript, because both who writes entries read it: the app (desktop-entry.ts) and what packs it (build/electron-builder.mjs), on
 * a Node that may know no TypeScript. Pure.
 */

/** One sentence of it. */
export const comment = {
  Comment: 'Your tasks and a timer, at the tray',
  'Comment[de]': 'Aufgaben und ein Timer, im Infobereich',
};

export const genericName = {
  GenericName: 'Tasks and timer',
  'GenericName[de]': 'Aufgaben und Timer',
};

/** The icon's name in the icon theme: packages name it after the program. */
export const iconName = 'punchcard';

/** Of the entry itself, whoever writes it. */
export const entryKeys = {
  ...genericName,
  ...comment,
  Keywords: 'time;tracking;tasks;timer;',
  'Keywords[de]': 'Zeit;Zeiterfassung;Aufgaben;Timer;',
  // The class of its windows under X11, and their app id under Wayland: Electron takes both from `desktopName` in package.json.
  StartupWMClass: 'io.github.punchcard.Punchcard',
  StartupNotify: 'false',
  'X-GNOME-SingleWindow': 'true',
  Actions: 'NewTask;StopTimer;',
};

/** Given to the program by the action Stop timer. Not a link, which anybody may write and which therefore only asks. */
export const STOP_FLAG = '--stop-timer';

/**
 * The actions by their names in `Actions`. They start the app where it does not run; a menu has no place for what a command line
 * answers.
 * @param {string} program as an Exec line names it
 */
export function actionsOf(program) {
  return {
    NewTask: { Name: 'New task', 'Name[de]': 'Neue Aufgabe', Exec: `${program} punchcard://add` },
    StopTimer: { Name: 'Stop timer', 'Name[de]': 'Timer stoppen', Exec: `${program} ${STOP_FLAG}` },
  };
}
