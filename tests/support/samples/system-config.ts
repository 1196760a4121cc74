import type { Config } from '#contract/system.ts'

/** The configuration of a school that has set up nothing. */
export function systemConfig({ isTracked }: { isTracked: boolean }): Config {
  return {
    SYSTEM: {
      WEB_BASE_URL: 'https://school.example',
      TIME_ZONE: 'Europe/Moscow',
      SUPPORT_PHONE: null,
      SUPPORT_EMAIL: null,
      SIGN_IN_ORIGINS: { oidc: 'https://id.school.example' },
      IS_TRIAL: false,
    },
    SCHOOL: { NAME: null, LOGO_URL: null },
    TRACKING: {
      ENABLED: isTracked,
      NEEDS_CONSENT: false,
      DEBUG: false,
      TAG_MANAGER_ID: null,
      COUNTER_IDS: [],
      CHAT_SCRIPT_URL: null,
      PROFILE_SERVICE_URL: null,
    },
    ACCOUNT: { LINK_PROVIDERS: [], PROFILE_OWNERS: { names: 'person', email: 'person', phone: 'person' } },
    TWO_FACTOR: { FRESH_SECONDS: 900 },
  }
}
