import { Trans } from '@lingui/react/macro'
import type { Profile } from '#contract/profile.ts'
import { DevicesCard } from './devices-card.tsx'
import { LinkedAccountsCard } from './linked-accounts-card.tsx'
import { PasswordCard } from './password-card.tsx'
import { ProfileSection } from './section.tsx'
import { TwoFactorCard } from './two-factor-card.tsx'
import { VisitsCard } from './visits-card.tsx'

/** How the account is protected, and who is or was in it. */
export function Protection({ user }: { user: Profile }) {
  return (
    <>
      <ProfileSection title={<Trans>Вход и защита</Trans>}>
        <TwoFactorCard user={user} />
        <PasswordCard user={user} />
        <LinkedAccountsCard />
      </ProfileSection>
      <ProfileSection title={<Trans>Где открыт кабинет</Trans>}>
        <DevicesCard />
        <VisitsCard />
      </ProfileSection>
    </>
  )
}
