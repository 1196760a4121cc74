import type { Locale } from '#contract/enumerations.ts'
import type { PageContext } from '#server/idp/page-context.ts'
import type { Interaction } from '#server/idp/sign-in/finish-interaction.ts'
import { type RecoveryFailure, recoveryFailureQuery } from './recovery-failure.ts'

/** State of a recovery request: interaction, URL and language. */
export type RecoveryContext = { context: PageContext; interaction: Interaction; signIn: string; language: Locale }

/** Redirects to a recovery page and passes the failure. */
export function redirectToStep(
  { context, signIn, language }: RecoveryContext,
  step: '' | '/code' | '/password',
  failure: RecoveryFailure | null = null,
  more: Record<string, string> = {},
): void {
  const query = new URLSearchParams({ lang: language, ...(failure && recoveryFailureQuery(failure)), ...more })
  context.redirect(`${signIn}/recovery${step}?${query}`)
  context.status = 303
}

const nameCookie = 'recovery_name'

/** Keeps the typed name in a cookie: URLs end up in logs. */
export function saveTypedName({ context, signIn }: RecoveryContext, typed: string): void {
  context.cookies.set(nameCookie, encodeURIComponent(typed), {
    path: `${signIn}/recovery`,
    httpOnly: true,
    sameSite: 'lax',
    overwrite: true,
  })
}

export function readTypedName({ context }: RecoveryContext): string {
  return decodeURIComponent(context.cookies.get(nameCookie) ?? '')
}
