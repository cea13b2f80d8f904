/** Controls without an accessible name, and tooltips that repeat it: screen readers would read it twice. */
import { z } from 'zod';
import type { ViewCheck } from '../view-check.ts';
import { sessionOf } from './session.ts';

const Text = z.object({ value: z.string().optional() }).optional();
const Tree = z.object({
  nodes: z.array(z.object({ ignored: z.boolean(), role: Text, name: Text, description: Text })),
});

const CONTROLS = /^(button|link|tab|switch|checkbox|combobox|textbox|searchbox|radio|menuitem)$/;

export function checkAccessibilityTree(nameless: string[], found: string[]): ViewCheck {
  return async (view, page) => {
    const session = await sessionOf(page);
    const { nodes } = Tree.parse(await session.send('Accessibility.getFullAXTree'));
    for (const { ignored, role, name, description } of nodes) {
      const text = name?.value?.trim() ?? '';
      if (!ignored && text !== '' && text === description?.value?.trim())
        found.push(`${view}: ${role?.value} “${text}”`);
      if (!ignored && text === '' && CONTROLS.test(role?.value ?? ''))
        nameless.push(`${view}: nameless: ${role?.value}`);
    }
    // Chromium may omit such a description, but some screen readers read the attribute.
    const repeated = await page.evaluate(() =>
      [...document.querySelectorAll('[title][aria-label]')]
        .filter((element) => element.getAttribute('title') === element.getAttribute('aria-label'))
        .map((element) => element.outerHTML.slice(0, 120)),
    );
    for (const one of repeated) found.push(`${view}: ${one}`);
  };
}
