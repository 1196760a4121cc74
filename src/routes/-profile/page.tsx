import { Trans } from '@lingui/react/macro'
import { sessionsQuery } from '#src/api/profile.ts'
import { useTitle } from '#src/i18n/use-title.ts'
import { Loaded } from '#src/routes/-frame/loaded.tsx'
import { useSessionSelector } from '#src/routes/-frame/use-session.ts'
import { PageHeading } from '#src/ui/page-heading.tsx'
import { SkeletonBlock } from '#src/ui/skeleton.tsx'
import { ChildrenCard } from './children-card.tsx'
import { ContactsCard } from './contacts-card.tsx'
import { DevicesCard } from './devices-card.tsx'
import { LanguageCard } from './language-card.tsx'
import { LinkOutcome } from './link-outcome.tsx'
import { LinkedAccountsCard } from './linked-accounts-card.tsx'
import { PasswordCard } from './password-card.tsx'
import { PersonCard } from './person-card.tsx'
import { ProfileSection } from './section.tsx'
import { TwoFactorCard } from './two-factor-card.tsx'
import { VisitsCard } from './visits-card.tsx'

export default function ProfilePage() {
  const title = useTitle()
  const user = useSessionSelector(({ context }) => context.user)
  return (
    <>
      <PageHeading>{title('profile')}</PageHeading>
      {user === null ? (
        // The page's own call answers a visitor with 401, and S8 sends them to sign in (D-6).
        <Loaded query={sessionsQuery()} skeleton={<ProfileSkeleton />}>
          {() => null}
        </Loaded>
      ) : (
        <div className="flex flex-col gap-xxl">
          <LinkOutcome />
          <PersonCard user={user} screen="profile" />
          <ProfileSection
            title={<Trans>О вас</Trans>}
            left={<ContactsCard user={user} />}
            right={
              <>
                <LanguageCard />
                <ChildrenCard />
              </>
            }
          />
          <ProfileSection
            title={<Trans>Вход и защита</Trans>}
            left={<TwoFactorCard user={user} />}
            right={
              <>
                <PasswordCard user={user} />
                <LinkedAccountsCard user={user} />
              </>
            }
          />
          <ProfileSection title={<Trans>Где открыт кабинет</Trans>} left={<DevicesCard />} right={<VisitsCard />} />
        </div>
      )}
    </>
  )
}

/** The profile in outline: who, then two columns of cards. */
function ProfileSkeleton() {
  return (
    <div className="flex flex-col gap-lg">
      <SkeletonBlock />
      <div className="grid gap-lg lg:grid-cols-2">
        <SkeletonBlock />
        <SkeletonBlock />
      </div>
    </div>
  )
}
