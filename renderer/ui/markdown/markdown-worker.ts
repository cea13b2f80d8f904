/** The markdown worker: says that it is loaded; then receives a text and posts its tree, or null if it cannot be rendered. */
import { parseMarkdown } from './parse-markdown.ts';

addEventListener('message', ({ data }: MessageEvent<string>) => {
  try {
    postMessage(parseMarkdown(data));
  } catch {
    postMessage(null);
  }
});

postMessage('loaded');
