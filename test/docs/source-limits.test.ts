/** docs/sources.md names every limit of what is read for proposals. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { LIMITS } from '../../electron/features/proposals/limits.ts';
import { MAX_RULES } from '../../shared/contract/proposals.ts';
import { MAX_EVIDENCE_TEXT, MAX_LEARNED, MAX_NAME, MAX_PLACES, MAX_REFS } from '../../shared/limits.ts';
import { MAX_EVIDENCE } from '../../shared/proposals/evidence.ts';

const shown = (name: string, value: number): string => {
  if (name.endsWith('Ms')) return `${value / 1_000} s`;
  if (name === 'megabytes') return `${value} MB`;
  return /bytes$/i.test(name) ? `${value / 1_000_000} MB` : value.toLocaleString('en');
};

test.each(
  Object.entries(LIMITS).flatMap(([source, limits]) =>
    typeof limits === 'number'
      ? [[source, limits] as const]
      : Object.entries(limits).map(([name, limit]) => [name, limit] as const),
  ),
)('%s: %i', (name, limit) => expect(documented()).toContain(` ${shown(name, limit)} `));

test('those of what is stored, looked at and chosen', () => {
  for (const limit of [MAX_EVIDENCE_TEXT, MAX_NAME, MAX_REFS, MAX_EVIDENCE, MAX_PLACES, MAX_RULES, MAX_LEARNED])
    expect(documented()).toContain(` ${limit.toLocaleString('en')} `);
});

/** The section, without punctuation. */
function documented(): string {
  const [, section = ''] = readFileSync(join(import.meta.dirname, '../../docs/sources.md'), 'utf8').split('## Limits');
  return section.replaceAll(/[,;:](?=\s)/g, ' ').replaceAll(/\s+/g, ' ');
}
