import { Trans, useLingui } from '@lingui/react/macro'
import { childrenQuery } from '#src/api/profile.ts'
import { routeTitles } from '#src/i18n/route-titles.ts'
import { Loaded } from '#src/routes/-frame/loaded.tsx'
import { useSessionSelector } from '#src/routes/-frame/use-session.ts'
import { PageHeading } from '#src/ui/page-heading.tsx'
import { ChildrenCard } from './children-card.tsx'
import { ContactsCard } from './contacts-card.tsx'
import { DevicesCard } from './devices-card.tsx'
import { LanguageCard } from './language-card.tsx'
import { LinkedAccountsCard } from './linked-accounts-card.tsx'
import { PasswordCard } from './password-card.tsx'
import { PersonCard } from './person-card.tsx'
import { ProfileSection } from './section.tsx'
import { ProfileSkeleton } from './skeleton.tsx'
import { TwoFactorCard } from './two-factor-card.tsx'
import { VisitsCard } from './visits-card.tsx'

export default function ProfilePage() {
  const { i18n } = useLingui()
  const user = useSessionSelector(({ context }) => context.user)
  return (
    <>
      <PageHeading>{i18n._(routeTitles.profile)}</PageHeading>
      {user === null ? (
        // The page's own call answers a visitor with 401, and S8 sends them to sign in (D-6).
        <Loaded query={childrenQuery()} skeleton={<ProfileSkeleton />}>
          {() => null}
        </Loaded>
      ) : (
        <div className="flex flex-col gap-xxl">
          <PersonCard user={user} />
          <ProfileSection title={<Trans>О вас</Trans>}>
            <ContactsCard user={user} />
            <LanguageCard />
            <ChildrenCard />
          </ProfileSection>
          <ProfileSection title={<Trans>Вход и защита</Trans>}>
            <TwoFactorCard user={user} />
            <PasswordCard user={user} />
            <LinkedAccountsCard />
          </ProfileSection>
          <ProfileSection title={<Trans>Где открыт кабинет</Trans>}>
            <DevicesCard />
            <VisitsCard />
          </ProfileSection>
        </div>
      )}
    </>
  )
}
