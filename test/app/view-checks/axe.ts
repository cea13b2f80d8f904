/** Serious axe violations. */
import axe from 'axe-core';
import type { Page } from 'playwright-core';
import { z } from 'zod';
import type { ViewCheck } from '../view-check.ts';

const Node = z.object({ html: z.string(), any: z.array(z.object({ message: z.string() })) });
const Found = z.array(z.object({ id: z.string(), impact: z.string().nullable(), nodes: z.array(Node) }));

/** Rules that the colours decide. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];

/** The view below an open layer was checked before the layer was opened. */
const SCOPE = "document.querySelector('.menu__menu') ?? document";

/** `rules`: all by default. */
export async function seriousIn(page: Page, rules?: string[]): Promise<string[]> {
  if (await page.evaluate(() => !('axe' in window))) await page.evaluate(axe.source);
  const runOnly = rules === undefined ? '' : `, runOnly: ${JSON.stringify(rules)}`;
  const found = await page.evaluate(
    `axe.run(${SCOPE}, { resultTypes: ['violations'], selectors: false${runOnly} }).then(({ violations }) =>
      violations.map(({ id, impact, nodes }) => ({ id, impact, nodes: nodes.map(({ html, any }) => ({ html, any: any.map(({ message }) => ({ message })) })) })))`,
  );
  return Found.parse(found)
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(
      ({ id, nodes }) =>
        `${id}: ${nodes.map(({ html, any: [why] }) => `${html.slice(0, 160)} ${why?.message ?? ''}`).join(' | ')}`,
    );
}

/** All rules in light, and those that the colours decide in dark. */
export function checkAxe(found: string[]): ViewCheck {
  return async (name, page) => {
    for (const [colorScheme, rules] of [
      ['light', undefined],
      ['dark', COLOUR_RULES],
    ] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      for (const one of await seriousIn(page, rules)) found.push(`${name}, ${colorScheme}: ${one}`);
    }
  };
}
