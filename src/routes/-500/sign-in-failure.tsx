import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { ShownSignInFailure } from '#contract/auth/sign-in-failures.ts'
import { lookUp } from '#src/i18n/labels.ts'
import { useSignInOrigin, useSupportContacts } from '#src/routes/-flow/account/without-role.tsx'
import { signInFailureMessages, unknownSignInFailure } from './sign-in-failure-messages.ts'

type SignInFailureProps = { reason: ShownSignInFailure | undefined; requestId: string | undefined }

/** Why a sign-in failed, what to do, whom to call, and the number of the request. */
export function SignInFailure({ reason, requestId }: SignInFailureProps) {
  const { i18n } = useLingui()
  const { title, advice } = lookUp(signInFailureMessages, reason ?? '', unknownSignInFailure)
  const origin = useSignInOrigin()
  return (
    <>
      <p className="font-strong text-ink">{i18n._(title)}</p>
      <p>
        {i18n._(advice)}
        {reason === 'login-not-renewed' && origin && (
          <>
            {' '}
            <Trans>Адрес этого сайта: {origin}.</Trans>
          </>
        )}
      </p>
      <SchoolContact />
      {requestId && (
        <p className="text-base tabular-nums">
          <Trans>Назовите школе номер запроса: {shortNumber(requestId)}</Trans>
        </p>
      )}
    </>
  )
}

/** As the audit log shows it: the beginning finds the request, and can be said on the telephone. */
function shortNumber(requestId: string): string {
  return requestId.slice(0, 8)
}

function SchoolContact() {
  const { email, phone, site } = useSupportContacts()
  return <p className="text-base">{contactSentence(email, phone, site)}</p>
}

function contactSentence(email: ReactNode, phone: ReactNode, site: ReactNode) {
  if (email && phone) {
    return (
      <Trans>
        Не получается войти? Позвоните в школу: {phone}, или напишите: {email}.
      </Trans>
    )
  }
  if (phone) return <Trans>Не получается войти? Позвоните в школу: {phone}.</Trans>
  if (email) return <Trans>Не получается войти? Напишите в школу: {email}.</Trans>
  if (site) return <Trans>Не получается войти? Обратитесь в школу, её контакты на сайте {site}.</Trans>
  return <Trans>Не получается войти? Обратитесь в школу.</Trans>
}
