/** Parts of the service that only newer servers have (unshown paths), by the routes that the others lack. Pure. */
const ROUTES = {
  links: /^\w+ \/external-link\/task\//,
  'project-move': /^PUT \/project\/[^/]+\/move$/,
  background: /^\w+ \/project\/[^/]+\/background/,
  comments: /^\w+ \/comment\//,
  calendars: /^\w+ \/calendar-feed\/project\//,
  'api-keys': /^\w+ \/auth\/api-key\//,
};

export type Feature = keyof typeof ROUTES;

/** Which part a request is about; undefined where every server has it, or nothing depends on it. */
export function featureOf(method: string, path: string): Feature | undefined {
  const features = Object.keys(ROUTES) as Feature[];
  return features.find((feature) => ROUTES[feature].test(`${method} ${path}`));
}
