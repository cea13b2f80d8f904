/** Features that older servers do not have, with their routes. */

export const ROUTES = {
  links: /^\w+ \/external-link\/task\//,
  'project-move': /^PUT \/project\/[^/]+\/move$/,
  background: /^\w+ \/project\/[^/]+\/background/,
  comments: /^\w+ \/comment\//,
  calendars: /^\w+ \/calendar-feed\/project\//,
  'api-keys': /^\w+ \/auth\/api-key\//,
  inbox: /^GET \/notification$/,
};

export type Feature = keyof typeof ROUTES;
