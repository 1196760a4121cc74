import { z } from 'zod'
import { clientAuthMethods, defaultClockTolerance, defaultScopes, responseModes } from './oidc-settings.ts'

export const onOff = z.enum(['on', 'off']).transform((value) => value === 'on')
export const address = z.url({ protocol: /^https?$/ })

/** Variables that each of several providers has. */
export const providerVariables = z.object({
  /** External OIDC issuer. Without it the embedded provider listens on IDP_PORT. */
  OIDC_ISSUER: address.optional(),
  OIDC_CLIENT_ID: z.string().min(1).default('account'),
  OIDC_CLIENT_SECRET: z.string().min(1).optional(),
  /** Private key that authenticates the client instead of a secret. */
  OIDC_CLIENT_KEY_FILE: z.string().min(1).optional(),
  /** Client authentication method. Default: what the provider's metadata offer and the provider accepts. */
  OIDC_CLIENT_AUTH: z.enum(clientAuthMethods).optional(),
  /** Tolerated difference between the provider's clock and ours, in seconds. */
  OIDC_CLOCK_TOLERANCE: z.coerce.number().int().min(0).max(600).default(defaultClockTolerance),
  /** Requested scopes. Some providers return roles or phones only for extra scopes. */
  OIDC_SCOPES: z
    .string()
    .refine((scopes) => scopes.split(' ').includes('openid'))
    .default(defaultScopes),
  /** How the provider returns its answer. */
  OIDC_RESPONSE_MODE: z.enum(responseModes).default('query'),
  /** Whether authorization requests are pushed (RFC 9126). Default: if the provider's metadata require it. */
  OIDC_PUSHED_REQUESTS: onOff.optional(),
  /** Authentication contexts that are requested (`acr_values`), separated by spaces. */
  OIDC_ACR_VALUES: z.string().trim().min(1).optional(),
  /** Values of `amr` or `acr` that count as a second factor here, separated by spaces. */
  OIDC_SECOND_FACTOR: z
    .string()
    .transform((values) => values.split(/\s+/).filter(Boolean))
    .default([]),
  /** Minutes after which the provider is asked again whether its session is still open. Default: never. */
  OIDC_SESSION_CHECK: z.coerce.number().int().min(5).max(720).optional(),
})
export type ProviderVariables = z.output<typeof providerVariables>
