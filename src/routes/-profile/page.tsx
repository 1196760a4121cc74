import { Trans } from '@lingui/react/macro'
import { getRouteApi } from '@tanstack/react-router'
import { Suspense } from 'react'
import { childrenQuery } from '#src/api/profile.ts'
import { useTitle } from '#src/i18n/use-title.ts'
import { Loaded } from '#src/routes/-frame/loaded.tsx'
import { useSessionSelector } from '#src/routes/-frame/use-session.ts'
import { PageHeading } from '#src/ui/page-heading.tsx'
import { SkeletonBlock } from '#src/ui/skeleton.tsx'
import { ChildrenCard } from './children-card.tsx'
import { ContactsCard } from './contacts-card.tsx'
import { LanguageCard } from './language-card.tsx'
import { LazyLinkOutcome } from './link-outcome-lazy.ts'
import { PersonCard } from './person-card.tsx'
import { LazyProtection } from './protection-lazy.ts'
import { ProfileSection } from './section.tsx'
import { ProfileSkeleton } from './skeleton.tsx'

const route = getRouteApi('/profile')

export default function ProfilePage() {
  const title = useTitle()
  const user = useSessionSelector(({ context }) => context.user)
  const search = route.useSearch()
  return (
    <>
      <PageHeading>{title('profile')}</PageHeading>
      {user === null ? (
        // The page's own call answers a visitor with 401, and S8 sends them to sign in (D-6).
        <Loaded query={childrenQuery()} skeleton={<ProfileSkeleton />}>
          {() => null}
        </Loaded>
      ) : (
        <div className="flex flex-col gap-xxl">
          {(search.linked || search.linkError) && (
            <Suspense fallback={null}>
              <LazyLinkOutcome {...search} />
            </Suspense>
          )}
          <PersonCard user={user} />
          <ProfileSection title={<Trans>О вас</Trans>}>
            <ContactsCard user={user} />
            <LanguageCard />
            <ChildrenCard />
          </ProfileSection>
          <Suspense fallback={<SkeletonBlock />}>
            <LazyProtection user={user} />
          </Suspense>
        </div>
      )}
    </>
  )
}
