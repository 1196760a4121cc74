import type { Config } from '#contract/system.ts'
import type { Env } from '#server/environment/env.ts'
import { thirdPartiesOf } from '#server/environment/third-parties.ts'

export function toClientConfig(env: Env): Config {
  const { services, needConsent } = thirdPartiesOf(env)
  return {
    SYSTEM: {
      WEB_BASE_URL: env.WEB_BASE_URL,
      TIME_ZONE: env.TIME_ZONE,
      SUPPORT_PHONE: env.SUPPORT_PHONE ?? null,
      SUPPORT_EMAIL: env.SUPPORT_EMAIL ?? null,
      SIGN_IN_ORIGINS: signInOrigins(env),
      IS_TRIAL: !env.DELIVERY,
    },
    SCHOOL: { NAME: env.SCHOOL.name ?? null, LOGO_URL: env.SCHOOL.logo?.url ?? null },
    TRACKING: {
      ENABLED: true,
      NEEDS_CONSENT: needConsent,
      DEBUG: false,
      TAG_MANAGER_ID: services?.TAG_MANAGER_ID ?? null,
      COUNTER_IDS: services?.COUNTER_IDS ?? [],
      CHAT_SCRIPT_URL: services?.CHAT_SCRIPT_URL ?? null,
      PROFILE_SERVICE_URL: services?.PROFILE_SERVICE_URL ?? null,
    },
    ACCOUNT: { LINK_PROVIDERS: env.LINK_PROVIDERS, PROFILE_OWNERS: env.PROFILE_OWNERS },
    TWO_FACTOR: { FRESH_SECONDS: env.TWO_FACTOR_FRESH_SECONDS },
  }
}

function signInOrigins({ PROVIDERS, IDP_PUBLIC_URL }: Env): Record<string, string> {
  if (PROVIDERS.length === 0) return { embedded: new URL(IDP_PUBLIC_URL).origin }
  return Object.fromEntries(PROVIDERS.map(({ name, issuer }) => [name, new URL(issuer).origin]))
}
