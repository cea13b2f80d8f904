/** Error answers (docs/service.md#errors). */
import { z } from 'zod';

export const OAuthError = z.object({ error: z.string(), error_description: z.string().optional() });

/** Malformed details are dropped. */
export const ApiError = z.object({
  message: z.string(),
  code: z.string(),
  issues: z
    .array(z.object({ path: z.string(), message: z.string() }))
    .optional()
    .catch(undefined),
  missingPermissions: z.array(z.string()).optional().catch(undefined),
});
export type ApiError = z.infer<typeof ApiError>;
