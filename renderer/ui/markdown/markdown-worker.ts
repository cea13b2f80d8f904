/** The markdown worker: receives a text, posts its tree, or null if it cannot be rendered. */
import { parseMarkdown } from './parse-markdown.ts';

addEventListener('message', ({ data }: MessageEvent<string>) => {
  try {
    postMessage(parseMarkdown(data));
  } catch {
    postMessage(null);
  }
});
