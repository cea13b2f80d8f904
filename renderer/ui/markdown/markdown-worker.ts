/** The worker that parses markdown: a text in, its tree out, or null where it has none that can be drawn. */
import { parseMarkdown } from './parse-markdown.ts';

addEventListener('message', ({ data }: MessageEvent<string>) => {
  try {
    postMessage(parseMarkdown(data));
  } catch {
    postMessage(null);
  }
});
