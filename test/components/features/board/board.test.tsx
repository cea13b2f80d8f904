/** The board: its columns, cards and header, and its empty, loading and error states. */
import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { aCard, columnOf, openBoard, titlesIn } from './open-board.tsx';

test('each card is in its column, in order, and columns and header show the number of cards', async () => {
  await openBoard([
    aCard(1, 'Refund twice', { position: 3 }),
    aCard(2, 'Round VAT', { position: 1 }),
    aCard(3, 'Export payouts', { status: 'done' }),
    aCard(4, 'Some day', { status: 'planned' }),
  ]);
  expect(screen.getByRole('heading', { name: 'To do, 2 tasks' })).toBeInTheDocument();
  expect(titlesIn('To do')).toEqual(['Round VAT', 'Refund twice']);
  expect(screen.getByRole('heading', { name: 'Done, 1 task, final' })).toBeInTheDocument();
  expect(titlesIn('Done')).toEqual(['Export payouts']);
  expect(within(columnOf('In review')).getByText('No tasks')).toBeVisible();
  expect(screen.getByText('3 tasks · 1 planned')).toBeVisible();
});
