import { Trans } from '@lingui/react/macro'
import { useScreenSearch } from '#src/routes/-query/use-screen-search.ts'
import { useSessionSelector } from '#src/routes/-query/use-session.ts'
import { ConsentCards } from './consents/consent-cards.tsx'
import { ConsentsOfSignIn } from './consents/consents-of-sign-in.tsx'
import { DevicesCard } from './devices-card.tsx'
import { PersonCard } from './person-card.tsx'
import { PasswordCard, TwoFactorCard } from './security-cards.tsx'

/** Profile of an administrator, as a tab of the panel. */
export function AdminProfileTab() {
  const user = useSessionSelector(({ context }) => context.user)
  const isSigningIn = useScreenSearch('admin').search.next !== undefined
  if (user === null) return null
  return (
    <div className="grid items-start gap-base lg:grid-cols-2">
      <div className="flex min-w-0 flex-col gap-base">
        {isSigningIn && user.consents && (
          <>
            <ConsentsOfSignIn />
            <ConsentCards title={<Trans>Согласия</Trans>} />
          </>
        )}
        <PersonCard user={user} screen="admin" />
        <DevicesCard screen="admin" />
        {!isSigningIn && user.consents && <ConsentCards title={<Trans>Согласия</Trans>} />}
      </div>
      <div className="flex min-w-0 flex-col gap-base">
        <PasswordCard user={user} screen="admin" />
        <TwoFactorCard user={user} />
      </div>
    </div>
  )
}
