/** Several accounts are asked the same, and one of them does not answer. */
import { expect, test } from 'vitest';
import { askAll } from '../../../electron/app/ask-all.ts';

const never = () => new Promise<string[]>(() => undefined);
const fails = (why: string) => async (): Promise<string[]> => {
  throw new Error(why);
};

test('the answers come in the order of the accounts', async () => {
  const later = () => new Promise<string[]>((resolve) => setTimeout(resolve, 5, ['a', 'b']));
  expect(await askAll([later, () => ['c']])).toEqual(['a', 'b', 'c']);
});

test('one that never answers holds up no other', async () => {
  expect(await askAll([never, () => ['c']], undefined, 1)).toEqual(['c']);
});

test('one that fails is left out, unless nobody else has anything', async () => {
  expect(await askAll([fails('down'), () => ['c']])).toEqual(['c']);
  await expect(askAll([fails('down'), () => []])).rejects.toThrow('down');
  await expect(askAll([fails('down'), fails('also')])).rejects.toThrow('down');
});

test('something else is taken instead of one that fails or is late, unless none answers', async () => {
  const known = ['a', 'b', 'c'];
  const instead = (at: number) => known.slice(at, at + 1);
  expect(await askAll([never, fails('down'), () => ['d']], instead, 1)).toEqual(['a', 'b', 'd']);
  expect(await askAll([fails('down'), () => []], instead)).toEqual(['a']);
  await expect(askAll([fails('down'), fails('also')], instead)).rejects.toThrow('down');
});

test('nobody is asked', async () => {
  expect(await askAll([])).toEqual([]);
});
