/** A tooltip that repeats a control's name is read to those who listen a second time, as its description. */
import { z } from 'zod';
import type { ViewCheck } from '../view-check.ts';

const Text = z.object({ value: z.string().optional() }).optional();
const Tree = z.object({
  nodes: z.array(z.object({ ignored: z.boolean(), role: Text, name: Text, description: Text })),
});

export function checkRepeatedDescriptions(found: string[]): ViewCheck {
  return async (view, page) => {
    const session = await page.context().newCDPSession(page);
    const { nodes } = Tree.parse(await session.send('Accessibility.getFullAXTree'));
    await session.detach();
    for (const { ignored, role, name, description } of nodes) {
      const said = name?.value?.trim() ?? '';
      if (!ignored && said !== '' && said === description?.value?.trim())
        found.push(`${view}: ${role?.value} “${said}”`);
    }
    // Chromium may leave out a description that it takes for the name; screen readers that ask for the attribute do not.
    const echoes = await page.evaluate(() =>
      [...document.querySelectorAll('[title][aria-label]')]
        .filter((element) => element.getAttribute('title') === element.getAttribute('aria-label'))
        .map((element) => element.outerHTML.slice(0, 120)),
    );
    for (const echo of echoes) found.push(`${view}: ${echo}`);
  };
}
