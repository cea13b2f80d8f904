/**
 * Features that a server lacks and that are therefore not offered. A server reports a missing route only to a person who is signed in
 * (docs/service.md#differences-between-servers). Entries expire, because servers are updated.
 */

import { toIsoInstant } from '../../../shared/dates/instant.ts';
import { DAY_MS } from '../../../shared/dates/milliseconds.ts';
import { type Feature, ROUTES } from '../../../shared/server-features.ts';
import type { SettingsStore } from '../../store/settings.ts';

/** How long an entry is valid (ms). */
const FRESH_MS = 7 * DAY_MS;

export interface ServerFeaturesOptions {
  settings: Pick<SettingsStore, 'readValue' | 'writeValue'>;
  now: () => number;
  onChange: () => void;
}

export function createServerFeatures({ settings, now, onChange }: ServerFeaturesOptions) {
  const kept = () => settings.readValue('missing-features') ?? {};

  function missing(baseUrl: string): Feature[] {
    const seen = Object.entries(kept()[baseUrl] ?? {}) as [Feature, string][];
    return seen.filter(([, at]) => Math.abs(now() - Date.parse(at)) < FRESH_MS).map(([feature]) => feature);
  }

  return {
    missing,

    /** The server has no such route. */
    learn(baseUrl: string, { method, path }: { method: string; path: string }): void {
      const feature = featureOf(method, path);
      if (feature === undefined || missing(baseUrl).includes(feature)) return;
      const known = kept();
      settings.writeValue('missing-features', {
        ...known,
        [baseUrl]: { ...known[baseUrl], [feature]: toIsoInstant(now()) },
      });
      onChange();
    },
  };
}

/** The feature that a request belongs to; undefined if every server has it. */
function featureOf(method: string, path: string): Feature | undefined {
  const features = Object.keys(ROUTES) as Feature[];
  return features.find((feature) => ROUTES[feature].test(`${method} ${path}`));
}
