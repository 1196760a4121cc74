import { Trans } from '@lingui/react/macro'
import { getRouteApi } from '@tanstack/react-router'
import { use } from 'react'
import { useSessionSelector } from '#src/routes/-frame/use-session.ts'
import { DevicesCard } from './devices-card.tsx'
import { PasswordCard } from './password-card.tsx'
import { PersonCard } from './person-card.tsx'
import { ProfileSection } from './section.tsx'
import { TwoFactorCard } from './two-factor-card.tsx'

const route = getRouteApi('__root__')

/** What an administrator, who is led to the panel from everywhere (S6), keeps of the profile: a tab of the panel. */
export function OwnAccount() {
  const fetchWords = route.useRouteContext({ select: (context) => context.fetchWords })
  const user = useSessionSelector(({ context }) => context.user)
  use(fetchWords('profile'))
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
