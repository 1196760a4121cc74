import type { Env } from './env.ts'

type Services = Pick<Env, 'TAG_MANAGER_ID' | 'COUNTER_IDS' | 'CHAT_SCRIPT_URL' | 'PROFILE_SERVICE_URL'>

/**
 * The third parties that pages may load: with the consent of the person where the school's file has a text for the counters;
 * without one only if the operator says so; in a trial (DELIVERY=off) none.
 */
export function thirdPartiesOf(env: Env): { services: Services | null; needConsent: boolean } {
  const isAsked = env.SCHOOL.consents?.counters !== undefined
  const areLoaded = env.DELIVERY && (isAsked || env.THIRD_PARTIES_WITHOUT_CONSENT)
  return { services: areLoaded ? env : null, needConsent: isAsked || !env.THIRD_PARTIES_WITHOUT_CONSENT }
}
