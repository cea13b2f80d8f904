/** Serious axe violations, in light and dark. */
import axe from 'axe-core';
import type { Page } from 'playwright-core';
import { z } from 'zod';
import type { ViewCheck } from '../view-check.ts';

const Found = z.array(
  z.object({ id: z.string(), impact: z.string().nullable(), nodes: z.array(z.object({ html: z.string() })) }),
);

async function seriousIn(page: Page): Promise<string[]> {
  await page.evaluate(axe.source);
  const found = await page.evaluate('axe.run(document, { resultTypes: ["violations"] }).then((r) => r.violations)');
  return Found.parse(found)
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`);
}

export function checkAxe(found: string[]): ViewCheck {
  return async (name, page) => {
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      for (const one of await seriousIn(page)) found.push(`${name}, ${colorScheme}: ${one}`);
    }
  };
}
