import { Trans } from '@lingui/react/macro'
import { useSessionSelector } from '#src/routes/-frame/use-session.ts'
import { DevicesCard } from './devices-card.tsx'
import { PasswordCard } from './password-card.tsx'
import { PersonCard } from './person-card.tsx'
import { ProfileSection } from './section.tsx'
import { TwoFactorCard } from './two-factor-card.tsx'

/** What an administrator, who is led to the panel from everywhere (S6), keeps of the profile: a tab of the panel. */
export function OwnAccount() {
  const user = useSessionSelector(({ context }) => context.user)
  if (user === null) return null
  return (
    <div className="flex flex-col gap-xxl">
      <PersonCard user={user} screen="admin" />
      <ProfileSection
        title={<Trans>Вход и защита</Trans>}
        left={
          <>
            <TwoFactorCard user={user} />
            <PasswordCard user={user} />
          </>
        }
        right={<DevicesCard />}
      />
    </div>
  )
}
