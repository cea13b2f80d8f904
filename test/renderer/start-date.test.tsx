/** The start date on a card and on the page of a task. */

import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { CardFace } from '../../renderer/features/board/card.tsx';
import { DateProperty } from '../../renderer/features/tasks/page/date-properties.tsx';
import { usePublished } from '../../renderer/state/main-process.ts';

import { clock } from '../../shared/i18n/format-dates.ts';
import { loadTranslation } from '../../shared/i18n/generated/renderer.ts';
import { activeMessages } from '../../shared/i18n/language.ts';
import { taskView } from '../shared/tasks/tasks.ts';
import { inZone, ZONES } from '../shared/tasks/zone.ts';
import { card } from './features/board/board.ts';

const day = (date: number, hour = 0) => new Date(2026, 10, date, hour).toISOString();
const noon = () => new Date(2026, 10, 19, 12);
const face = (startDate: string | null, isDone = false) =>
  renderToStaticMarkup(<CardFace card={card({ startDate })} now={noon()} live={false} isDone={isDone} />);

// Rendering to a string reads the store's initial state.
Object.assign(usePublished.getInitialState(), {
  state: { account: null, accounts: [], missingPermissions: [], unreadTasks: [] },
});

afterEach(() => {
  vi.useRealTimers();
  activeMessages.set({});
});

describe('a card', () => {
  test.each(ZONES)('shows a start in the future, for the eye and for screen readers: %s', (zone) => {
    inZone(zone);
    for (const startDate of [day(24), '2026-11-24T00:00:00.000Z']) {
      expect(face(startDate).match(/from Tue 24 Nov/g)).toHaveLength(2);
    }
    expect(face(day(19, 17))).toContain(`from ${clock(day(19, 17))}`);
    expect(face(new Date(2027, 0, 4).toISOString())).toContain('from Mon 4 Jan 2027');
  });

  test.each(ZONES)('shows no start that has passed: %s', (zone) => {
    inZone(zone);
    for (const startDate of [null, day(18), day(19), '2026-11-19T00:00:00.000Z', day(19, 11)]) {
      expect(face(startDate)).not.toContain('from');
    }
  });

  test('shows no start once the task is done', () => {
    expect(face(day(24), true)).not.toContain('from');
  });

  test('in German', async () => {
    activeMessages.set(await loadTranslation.de());
    expect(face(day(24))).toContain('ab Di 24. Nov.');
  });
});

describe('the page', () => {
  const shown = (startDate: string | null, dueDate: string | null = null) => {
    vi.useFakeTimers({ now: noon(), toFake: ['Date'] });
    const task = taskView('PAY-1', { startDate, dueDate });
    return renderToStaticMarkup(<DateProperty field="startDate" task={task} taskPage={null} />);
  };

  test('says how far away a start is, and nothing about one that has passed', () => {
    expect(shown(day(24))).toMatch(/Tue 24 Nov.*in 5 days/);
    expect(shown(day(20))).toContain('tomorrow');
    expect(shown(day(17))).not.toMatch(/late|overdue|ago/);
    expect(shown(null)).toContain('No start date');
  });

  test('says that a start is after the due date', () => {
    expect(shown(day(24), day(23))).toContain('after the due date');
    expect(shown(day(24), '2026-11-23T00:00:00.000Z')).toContain('after the due date');
    for (const due of [day(24), day(25), '2026-11-24T00:00:00.000Z', null])
      expect(shown(day(24), due)).not.toContain('after');
    expect(shown(day(24, 17), day(24))).not.toContain('after');
    expect(shown(day(24, 17), day(24, 9))).toContain('after the due date');
  });
});
