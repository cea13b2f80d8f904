/** From the start of the process to the tray icon and to the stored list on screen, alternating with the bare app. */
import { startTrayHost } from '../app/tray-host.ts';
import { type Bench, figure, pause, timesBare } from './figures.ts';
import { launch, prepare, type Subject } from './launch.ts';

export const start: Bench = {
  name: 'start',
  async run(_folder, { isQuick }) {
    const { bare, punchcard, stop } = await prepare();
    const host = await startTrayHost();
    const times = {
      bare: { tray: [] as number[], list: [] as number[] },
      punchcard: { tray: [] as number[], list: [] as number[] },
    };
    const turns = isQuick ? 5 : 11;
    const once = async (subject: Subject, counts: boolean) => {
      const icon = host.next();
      const app = launch(subject);
      const [tray, list] = await Promise.all([icon, app.at('list')]);
      // The remaining work of the start is done before the next one.
      await pause(1_500);
      await app.end();
      if (!counts) return;
      times[subject.name].tray.push(tray - app.startedAt);
      times[subject.name].list.push(list - app.startedAt);
    };
    try {
      for (let turn = -1; turn < turns; turn += 1) {
        await once(bare, turn >= 0);
        await once(punchcard, turn >= 0);
      }
    } finally {
      await host.stop();
      await stop();
    }
    const how = (until: string) => `${turns} starts, alternating with the bare app, ${until}.`;
    return [
      figure('start → tray', {
        unit: 'ms',
        values: times.punchcard.tray,
        bare: times.bare.tray,
        goal: timesBare(0.9),
        how: how('until the icon registers on D-Bus'),
      }),
      figure('start → last known list painted', {
        unit: 'ms',
        values: times.punchcard.list,
        bare: times.bare.list,
        goal: timesBare(1.1),
        how: how('until Chromium’s first contentful paint'),
      }),
    ];
  },
};
