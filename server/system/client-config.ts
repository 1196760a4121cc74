import type { Config } from '#contract/system.ts'
import type { Env } from '#server/env.ts'

/** In a trial (DELIVERY=off) third-party services are not loaded. */
export function toClientConfig(env: Env): Config {
  const services = env.DELIVERY ? env : null
  return {
    SYSTEM: {
      WEB_BASE_URL: env.WEB_BASE_URL,
      TIME_ZONE: env.TIME_ZONE,
      SUPPORT_PHONE: env.SUPPORT_PHONE ?? null,
      SUPPORT_EMAIL: env.SUPPORT_EMAIL ?? null,
      SIGN_IN_ORIGIN: signInOrigin(env),
      IS_TRIAL: !env.DELIVERY,
    },
    SCHOOL: { NAME: env.SCHOOL.name ?? null, LOGO_URL: env.SCHOOL.logo?.url ?? null },
    TRACKING: {
      ENABLED: true,
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

/** Null with several providers: which of them the person uses is unknown. */
function signInOrigin({ PROVIDERS: [only, ...others], IDP_PUBLIC_URL }: Env): string | null {
  return others.length > 0 ? null : new URL(only?.issuer ?? IDP_PUBLIC_URL).origin
}
