/** What the setup of component tests promises: `asyncWrapper` in setup.ts, and lazy-parts.ts. */

import { act, render, screen } from '@testing-library/react';
import { lazy, Suspense, useState } from 'react';
import { expect, test } from 'vitest';
import { create } from 'zustand';

const Part = lazy(async () => ({ default: () => 'Part' }));

test('what is set right after an alert is drawn when the wait for the alert ends, on a machine that halts now and then', async () => {
  const useAlert = create<{ text: string | null }>(() => ({ text: null }));
  let setOrder = (_: string) => {};
  function Page() {
    const [order, set] = useState('old');
    setOrder = set;
    const { text } = useAlert();
    return (
      <p role={text === null ? undefined : 'alert'}>
        {text} {order}
      </p>
    );
  }
  render(<Page />);
  let early = 0;
  for (let halt = 0; halt < 40; halt += 1) {
    act(() => {
      useAlert.setState({ text: null });
      setOrder('old');
    });
    // As after a lazy part: what comes next starts among immediate callbacks, before the timers of the next turn.
    setImmediate(async () => {
      useAlert.setState({ text: 'Rejected' });
      await null;
      setOrder('new');
      for (let turn = 0; turn < halt; turn += 1) await null;
      // Longer than the library's timer.
      for (const end = performance.now() + 3; performance.now() < end; );
    });
    const { textContent } = await screen.findByRole('alert');
    if (!textContent?.includes('new')) early += 1;
  }
  expect(early).toBe(0);
});

test.each(['first', 'second'])('a lazy part is loaded anew in the %s test that shows it', async () => {
  render(
    <Suspense fallback="Loading">
      <Part />
    </Suspense>,
  );
  expect(screen.queryByText('Part')).toBeNull();
  expect(await screen.findByText('Part')).toBeVisible();
});
