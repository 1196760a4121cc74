import type { Footer } from '#contract/content.ts'
import type { Locale } from '#contract/enumerations.ts'
import type { Env } from '#server/environment/env.ts'

type Configured = Pick<Env, 'SCHOOL' | 'SUPPORT_PHONE' | 'SUPPORT_EMAIL'>

/** The site footer of the school, as SCHOOL_FILE describes it. */
export function buildFooter(language: Locale, { SCHOOL, SUPPORT_PHONE, SUPPORT_EMAIL }: Configured): Footer {
  const { groups = [], socials = [], legal } = SCHOOL.footer ?? {}
  return {
    groups: groups.map(({ title, links }) => ({
      title: title[language],
      links: links.map(({ title, url }) => ({ title: title[language], url })),
    })),
    phone: SUPPORT_PHONE ?? null,
    email: SUPPORT_EMAIL ?? null,
    socials,
    legal: legal?.[language] ?? '',
    offerUrl: SCHOOL.offer ?? null,
  }
}
