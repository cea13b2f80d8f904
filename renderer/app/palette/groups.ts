/** The content of the palette: the likely lines, those that match the query, or the actions of one of them. */
import type { TaskHit } from '../../../shared/contract/index.ts';
import { paletteMessages } from '../../../shared/i18n/generated/palette.ts';
import { MAX_PER_GROUP, marksIn, nearest, type Range, searchPalette } from '../../../shared/palette/search.ts';
import { wordsOf } from '../../../shared/tasks/filter-tasks.ts';
import type { Line, Sources } from './line.ts';
import { allLines, likelyLines, namesToMean, serverLine, weights } from './lines.ts';

interface ShownGroup {
  key: string;
  caption: string;
  lines: { line: Line; marks: readonly Range[] }[];
}

/** A search of the server: running, answered or failed. */
export interface ServerSearch {
  query: string;
  /** null while it runs. */
  hits: TaskHit[] | null;
  error: string | null;
}

interface Wanted {
  sources: Sources;
  query: string;
  level: Line | null;
  server: ServerSearch | null;
  /** The day or week that the query means. */
  date: Line | null;
  /** Actions that are possible with any text. */
  fixed: () => Line[];
}

export function groupsFor({ sources, query, level, server, date, fixed }: Wanted): ShownGroup[] {
  const plain = (line: Line) => ({ line, marks: [] });
  if (level !== null) {
    const words = wordsOf(query);
    const actions = (level.actions?.() ?? [])
      .filter(({ title }) => words.every((word) => marksIn(title, [word]).length > 0))
      .map((line) => ({ line, marks: marksIn(line.title, words) }));
    return [{ key: 'actions', caption: `${level.identifier} ${level.title}`.trim(), lines: actions }];
  }
  const { captions } = paletteMessages;
  if (query === '') {
    const likely = likelyLines(sources);
    return (['likely', 'do', 'go'] as const).flatMap((group): ShownGroup[] => {
      const lines = likely.filter((line) => line.group === group).map(plain);
      return lines.length === 0 ? [] : [{ key: group, caption: captions[group], lines }];
    });
  }
  const always = fixed().map(plain);
  const dates = date === null ? [] : [{ key: 'date', caption: captions.date, lines: [plain(date)] }];
  const known = allLines(sources);
  const hits = server?.query === query ? (server.hits ?? []) : [];
  const isKnown = new Set(known.map(({ id }) => id));
  const onServer = hits.map(serverLine(sources));
  const found = searchPalette(
    query,
    [...known, ...onServer.filter(({ id }) => !isKnown.has(id))],
    weights(sources.view),
    always.length + dates.length,
  );
  // The server also searches texts that are not shown here, so its other hits follow as they are.
  const shown = new Set(found.flatMap(({ lines }) => lines.map(({ item }) => item.id)));
  const others = onServer
    .filter(({ id }) => !shown.has(id))
    .slice(0, MAX_PER_GROUP - (found.find(({ group }) => group === 'server')?.lines.length ?? 0));
  const groups = found.map(
    ({ group, lines }): ShownGroup => ({
      key: group,
      caption: captions[group],
      lines: lines.map(({ item, marks }) => ({ line: item, marks })),
    }),
  );
  const serverGroup = groups.find(({ key }) => key === 'server');
  if (serverGroup) serverGroup.lines.push(...others.map(plain));
  else if (others.length > 0) groups.push({ key: 'server', caption: captions.server, lines: others.map(plain) });
  if (groups.length + dates.length === 0) {
    const meant = nearest(query, namesToMean(sources));
    const lines = meant ? [plain({ ...meant, title: paletteMessages.didYouMean({ name: meant.title }) })] : [];
    return [{ key: 'nothing', caption: paletteMessages.nothing, lines: [...lines, ...always] }];
  }
  const doGroup = groups.find(({ key }) => key === 'do');
  if (doGroup) doGroup.lines.push(...always);
  else {
    // Last, so that Enter never creates a task while there is a match.
    const next = groups.findIndex(({ key }) => key === 'server');
    const added = { key: 'do', caption: captions.do, lines: always };
    groups.splice(next <= 0 ? groups.length : next, 0, added);
  }
  return [...dates, ...groups];
}
