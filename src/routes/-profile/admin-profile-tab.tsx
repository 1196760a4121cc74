import { Trans } from '@lingui/react/macro'
import { useSessionSelector } from '#src/routes/-query/use-session.ts'
import { DevicesCard } from './devices-card.tsx'
import { PersonCard } from './person-card.tsx'
import { ProfileSection } from './profile-section.tsx'
import { PasswordCard, TwoFactorCard } from './security-cards.tsx'

/** Profile of an administrator, as a tab of the panel. */
export function AdminProfileTab() {
  const user = useSessionSelector(({ context }) => context.user)
  if (user === null) return null
  return (
    <div className="flex flex-col gap-xxl">
      <PersonCard user={user} screen="admin" />
      <ProfileSection
        isWide
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
