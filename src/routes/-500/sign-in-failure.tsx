import { Trans, useLingui } from '@lingui/react/macro'
import type { ShownSignInFailure } from '#contract/auth/sign-in-failures.ts'
import { lookUp } from '#src/i18n/labels.ts'
import { useSignInOrigin } from '#src/routes/-flow/account/without-role.tsx'
import { signInFailureMessages, unknownSignInFailure } from './sign-in-failure-messages.ts'

type SignInFailureProps = { reason: ShownSignInFailure | undefined; requestId: string | undefined }

/** Why a sign-in failed, what to do, and the number of the request. */
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
