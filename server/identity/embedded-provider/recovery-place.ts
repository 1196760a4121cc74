import type { Locale } from '#contract/enumerations.ts'
import type { PageContext } from './context.ts'
import { failureQuery, type RecoveryFailure } from './recovery-failure.ts'
import type { Interaction } from './resume.ts'

/** Where somebody is: in which interaction, at which of its pages, reading what. */
export type At = { context: PageContext; interaction: Interaction; signIn: string; language: Locale }

/** Leads to a page of recovery, which says what came of the form. */
export function goTo(
  { context, signIn, language }: At,
  step: '' | '/code' | '/password',
  failure: RecoveryFailure | null = null,
  more: Record<string, string> = {},
): void {
  const query = new URLSearchParams({ lang: language, ...(failure && failureQuery(failure)), ...more })
  context.redirect(`${signIn}/recovery${step}?${query}`)
  context.status = 303
}

const nameCookie = 'recovery_name'

/** What was typed stays in the form, and out of addresses, which end up in logs. */
export function keepName({ context, signIn }: At, typed: string): void {
  context.cookies.set(nameCookie, encodeURIComponent(typed), {
    path: `${signIn}/recovery`,
    httpOnly: true,
    sameSite: 'lax',
    overwrite: true,
  })
}

export function typedName({ context }: At): string {
  return decodeURIComponent(context.cookies.get(nameCookie) ?? '')
}
