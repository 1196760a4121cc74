import type { Config } from '#contract/system.ts'
import type { Env } from '#server/env.ts'

export function toClientConfig(env: Env): Config {
  return {
    SYSTEM: {
      WEB_BASE_URL: env.WEB_BASE_URL,
      TIME_ZONE: env.TIME_ZONE,
      SUPPORT_PHONE: env.SUPPORT_PHONE ?? null,
      SUPPORT_EMAIL: env.SUPPORT_EMAIL ?? null,
    },
    SCHOOL: { NAME: env.SCHOOL.name ?? null, LOGO_URL: env.SCHOOL.logo?.url ?? null },
    TRACKING: {
      ENABLED: true,
      DEBUG: false,
      TAG_MANAGER_ID: env.TAG_MANAGER_ID ?? null,
      COUNTER_IDS: env.COUNTER_IDS,
      CHAT_SCRIPT_URL: env.CHAT_SCRIPT_URL ?? null,
      PROFILE_SERVICE_URL: env.PROFILE_SERVICE_URL ?? null,
    },
    ACCOUNT: { LINK_PROVIDERS: env.LINK_PROVIDERS },
    TWO_FACTOR: { FRESH_SECONDS: env.TWO_FACTOR_FRESH_SECONDS },
  }
}
