import type { ProfileSection } from '#contract/enumerations.ts'
import type { Profile } from '#contract/people/profile.ts'
import { sessionsQuery } from '#src/api/profile.ts'
import { useScreenTitle } from '#src/i18n/use-screen-title.ts'
import { BackLink } from '#src/routes/-flow/router-link.tsx'
import { QueryBoundary } from '#src/routes/-query/query-boundary.tsx'
import { useFormerFragment } from '#src/routes/-query/use-former-fragment.ts'
import { useScreenSearch } from '#src/routes/-query/use-screen-search.ts'
import { useSessionSelector } from '#src/routes/-query/use-session.ts'
import { SkeletonBlock } from '#src/ui/feedback/skeleton.tsx'
import { PageHeading } from '#src/ui/layout/page-heading.tsx'
import { passFocusUp } from '#src/ui/removed-focus.ts'
import { AppearanceCards } from './appearance-card.tsx'
import { ChildrenCard, VisitsCard } from './children-and-visits.tsx'
import { ConsentCards } from './consents/consent-cards.tsx'
import { ConsentsOfSignIn } from './consents/consents-of-sign-in.tsx'
import { ContactsCard } from './contacts/contacts-card.tsx'
import { DataCards } from './data/data-cards.tsx'
import { DevicesCard } from './devices-card.tsx'
import { LinkResult } from './link-result.tsx'
import { LinkedAccountsCard } from './linked-accounts-card.tsx'
import { NotificationSettings } from './notification-settings.tsx'
import { OtherAccountCard } from './other-account-card.tsx'
import { GuardiansCard, PairingCard } from './pairing/guardians-card.tsx'
import { PersonCard } from './person-card.tsx'
import { SectionList, SectionMenu, useSectionTitle } from './profile-navigation.tsx'
import { PasswordCard, TwoFactorCard } from './security-cards.tsx'

/** One section of the profile, beside a menu of all on wide screens. */
export default function ProfilePage() {
  const screenTitle = useScreenTitle()
  const sectionTitle = useSectionTitle()
  const user = useSessionSelector(({ context }) => context.user)
  const { section = 'person' } = useScreenSearch('profile').search
  useFormerFragment()
  const isFirst = section === 'person'
  return (
    <>
      {!isFirst && <ToSections title={screenTitle('profile')} />}
      <PageHeading>{isFirst ? screenTitle('profile') : sectionTitle(section)}</PageHeading>
      {user === null ? (
        // The call fails with 401 for visitors, which starts sign-in.
        <QueryBoundary query={sessionsQuery()} skeleton={<ProfileSkeleton />}>
          {() => null}
        </QueryBoundary>
      ) : (
        <div className="grid items-start gap-xl lg:grid-cols-[232px_minmax(0,1fr)]">
          <SectionMenu current={section} />
          <section aria-label={sectionTitle(section)} className="flex min-w-0 flex-col gap-base">
            <SectionCards section={section} user={user} />
          </section>
        </div>
      )}
    </>
  )
}

/** Back to the list of the sections, which a narrow screen has on the page of the person. */
function ToSections({ title }: { title: string }) {
  return (
    <div className="-mt-sm lg:hidden print:hidden">
      <BackLink ref={passFocusUp} to="/profile">
        {title}
      </BackLink>
    </div>
  )
}

function SectionCards({ section, user }: { section: ProfileSection; user: Profile }) {
  switch (section) {
    case 'person':
      return (
        <>
          <PersonCard user={user} screen="profile" />
          <ContactsCard user={user} />
          <ChildrenCard />
          <GuardiansCard />
          <PairingCard />
          <SectionList />
        </>
      )
    case 'security':
      return (
        <>
          <PasswordCard user={user} screen="profile" />
          <TwoFactorCard user={user} />
        </>
      )
    case 'notifications':
      return <NotificationSettings />
    case 'consents':
      return (
        <>
          <ConsentsOfSignIn />
          <ConsentCards />
        </>
      )
    case 'data':
      return <DataCards />
    case 'devices':
      return (
        <>
          <DevicesCard screen="profile" />
          <VisitsCard />
        </>
      )
    case 'accounts':
      return (
        <>
          <LinkResult />
          <LinkedAccountsCard user={user} />
          <OtherAccountCard />
        </>
      )
    case 'appearance':
      return <AppearanceCards />
  }
}

function ProfileSkeleton() {
  return (
    <div className="flex flex-col gap-lg lg:ml-[264px]">
      <SkeletonBlock />
      <SkeletonBlock />
      <SkeletonBlock />
    </div>
  )
}
