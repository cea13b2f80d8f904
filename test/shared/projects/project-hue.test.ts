import { expect, it } from 'vitest';
import { projectHue } from '../../../shared/projects/project-hue.ts';
import { TINTS, tintOfText } from '../../../shared/tint.ts';

const PAYMENTS = { projectId: 'p-1', projectName: 'Payments' };

it('gives a project the same hue every time, also after it was renamed', () => {
  expect(projectHue(PAYMENTS)).toBe(projectHue({ ...PAYMENTS, projectName: 'Billing' }));
  expect(projectHue(PAYMENTS)).toBe(tintOfText('p-1'));
});

it('knows the project of an old entry by its name', () => {
  expect(projectHue({ projectName: 'Payments' })).toBe(tintOfText('Payments'));
});

it('prefers the hue that the person picked', () => {
  for (const tint of TINTS) expect(projectHue(PAYMENTS, { 'p-1': { hue: tint } })).toBe(tint);
});

it('keeps the hue when a second account is open, and a picked one is of one account', () => {
  const [ours, theirs] = ['a', 'b'].map((accountId) => ({ ...PAYMENTS, accountId }));
  if (ours === undefined || theirs === undefined) throw new Error('Both are there');
  expect(projectHue(ours, { 'b p-1': { hue: 'pink' } })).toBe(projectHue(PAYMENTS));
  expect(projectHue(theirs, { 'b p-1': { hue: 'pink' } })).toBe('pink');
});

it('leaves time without a project grey', () => {
  expect(projectHue({ projectName: '' })).toBe('grey');
});

it('uses every hue', () => {
  const hues = new Set(Array.from({ length: 100 }, (_, at) => projectHue({ projectName: `Project ${at}` })));
  expect(hues.size).toBe(TINTS.length);
});
