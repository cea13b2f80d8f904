/** From the start of the process to the tray icon and to the stored list on screen, alternating with the bare app. */
import { startTrayHost } from '../app/tray-host.ts';
import { type Bench, beside, spread } from './figures.ts';
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
    const once = async (subject: Subject, counts: boolean) => {
      const icon = host.next();
      const app = launch(subject);
      const [tray, list] = await Promise.all([icon, app.at('list')]);
      // The remaining work of the start is done before the next one.
      await new Promise((resolve) => setTimeout(resolve, 1_500));
      await app.end();
      if (!counts) return;
      times[subject.name].tray.push(tray - app.startedAt);
      times[subject.name].list.push(list - app.startedAt);
    };
    try {
      for (let turn = -1; turn < (isQuick ? 7 : 15); turn += 1) {
        await once(bare, turn >= 0);
        await once(punchcard, turn >= 0);
      }
    } finally {
      await host.stop();
      await stop();
    }
    return [
      spread('bare: start → tray made', times.bare.tray, 'ms'),
      beside('start → tray made', times.punchcard.tray, times.bare.tray, 'ms', 1.1),
      spread('bare: start → window painted', times.bare.list, 'ms'),
      beside('start → last known list painted', times.punchcard.list, times.bare.list, 'ms', 1.25),
    ];
  },
};
