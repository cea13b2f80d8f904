/**
 * The desktop's own search over D-Bus (Linux): a search provider of GNOME Shell (org.gnome.Shell.SearchProvider2) and a runner of KRunner
 * (org.kde.krunner1). Both pass words on and show what is found. Titles are plain text in both: the shells escape markup themselves.
 */
import { remindersMessages } from '../../../shared/i18n/generated/reminders.ts';
import { iconName } from '../system/menu-entry.mjs';
import type { BusConnection, ServedMethod } from '../system/session-bus.ts';
import { BUS_NAME, GNOME_PATH, KRUNNER_PATH } from './search-files.mjs';
import type { TaskSearch } from './task-search.ts';

export interface DesktopSearch extends Pick<TaskSearch, 'find' | 'known'> {
  /** Starts its timer. The window opens for a task that is not known any more. */
  start: (id: string) => void;
  /** As for `start`. */
  open: (id: string) => void;
  openPalette: () => void;
}

/** KRunner's `PossibleMatch` (Plasma 5), and a relevance of the category between low and moderate (Plasma 6). */
const POSSIBLE_MATCH = 30;
const OPEN_ACTION = 'open';

/** False if another program owns the name. Throws if the bus is lost. */
export function serveDesktopSearch(connection: BusConnection, search: DesktopSearch): Promise<boolean> {
  connection.serve(GNOME_PATH, 'org.gnome.Shell.SearchProvider2', searchProvider(connection, search));
  connection.serve(KRUNNER_PATH, 'org.kde.krunner1', runner(connection, search));
  // Last: D-Bus delivers the call for which it started Punchcard once the name has an owner.
  return connection.own(BUS_NAME);
}

function searchProvider({ variant }: BusConnection, search: DesktopSearch): Record<string, ServedMethod> {
  const find = (terms: string[]) => search.find(terms.join(' ')).map(({ id }) => id);
  return {
    GetInitialResultSet: { takes: ['as'], gives: 'as', run: find },
    GetSubsearchResultSet: {
      takes: ['as', 'as'],
      gives: 'as',
      run: (_previous: string[], terms: string[]) => find(terms),
    },
    GetResultMetas: {
      takes: ['as'],
      gives: 'aa{sv}',
      run: (ids: string[]) =>
        search.known(ids).map(({ id, title, description }) => ({
          id: variant('s', id),
          name: variant('s', title),
          description: variant('s', description),
        })),
    },
    // GNOME has one action for a result, and often no tray that would show the running timer.
    ActivateResult: {
      takes: ['s', 'as', 'u'],
      run: (id: string) => {
        search.start(id);
        search.open(id);
      },
    },
    LaunchSearch: { takes: ['as', 'u'], run: search.openPalette },
  };
}

function runner({ variant }: BusConnection, search: DesktopSearch): Record<string, ServedMethod> {
  return {
    Actions: { takes: [], gives: 'a(sss)', run: () => [[OPEN_ACTION, remindersMessages.open, 'window']] },
    Match: {
      takes: ['s'],
      gives: 'a(sssida{sv})',
      run: (query: string) =>
        search.find(query).map(({ id, title, description }, index) => {
          const properties = { subtext: variant('s', description) };
          return [id, title, iconName, POSSIBLE_MATCH, 1 / (index + 1), properties];
        }),
    },
    Run: {
      takes: ['s', 's'],
      run: (id: string, action: string) => (action === OPEN_ACTION ? search.open(id) : search.start(id)),
    },
    /** The end of a search; Plasma 6 calls it. */
    Teardown: { takes: [], run: () => undefined },
  };
}
