/** Parts of the service that only newer servers have (docs/service.md#differences-between-servers), by the routes that the others lack. Pure. */
import { type Feature, ROUTES } from '../../shared/server-features.ts';

/** Which part a request is about; undefined where every server has it, or nothing depends on it. */
export function featureOf(method: string, path: string): Feature | undefined {
  const features = Object.keys(ROUTES) as Feature[];
  return features.find((feature) => ROUTES[feature].test(`${method} ${path}`));
}
