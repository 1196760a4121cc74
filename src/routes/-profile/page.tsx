import { Trans, useLingui } from '@lingui/react/macro'
import { getRouteApi } from '@tanstack/react-router'
import { locales } from '#contract/enumerations.ts'
import { sessionsQuery } from '#src/api/profile.ts'
import { languageNames } from '#src/i18n/labels.ts'
import { useScreenTitle } from '#src/i18n/use-screen-title.ts'
import { QueryBoundary } from '#src/routes/-query/query-boundary.tsx'
import { useSessionSelector } from '#src/routes/-query/use-session.ts'
import { SkeletonBlock } from '#src/ui/feedback/skeleton.tsx'
import { SegmentedControl } from '#src/ui/forms/segmented-control.tsx'
import { Card } from '#src/ui/layout/card.tsx'
import { PageHeading } from '#src/ui/layout/page-heading.tsx'
import { ChildrenCard, VisitsCard } from './children-and-visits.tsx'
import { ContactsCard } from './contacts-card.tsx'
import { DevicesCard } from './devices-card.tsx'
import { LinkResult } from './link-result.tsx'
import { LinkedAccountsCard } from './linked-accounts-card.tsx'
import { NotificationSettings } from './notification-settings.tsx'
import { OtherAccountCard } from './other-account-card.tsx'
import { PersonCard } from './person-card.tsx'
import { ProfileSection, ProfileSections } from './profile-section.tsx'
import { PasswordCard, TwoFactorCard } from './security-cards.tsx'

export default function ProfilePage() {
  const { t } = useLingui()
  const title = useScreenTitle()
  const user = useSessionSelector(({ context }) => context.user)
  return (
    <>
      <PageHeading>{title('profile')}</PageHeading>
      {user === null ? (
        // The call fails with 401 for visitors, which starts sign-in.
        <QueryBoundary query={sessionsQuery()} skeleton={<ProfileSkeleton />}>
          {() => null}
        </QueryBoundary>
      ) : (
        <ProfileSections
          menu={[
            { id: 'about', title: t`О вас` },
            { id: 'security', title: t`Вход и защита` },
            { id: 'notifications', title: t`Уведомления` },
            { id: 'sessions', title: t`Где открыт кабинет` },
          ]}
        >
          <LinkResult />
          <PersonCard user={user} screen="profile" />
          <ProfileSection
            id="about"
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
            id="security"
            title={<Trans>Вход и защита</Trans>}
            left={<TwoFactorCard user={user} />}
            right={
              <>
                <PasswordCard user={user} />
                <LinkedAccountsCard user={user} />
                <OtherAccountCard />
              </>
            }
          />
          <div id="notifications">
            <NotificationSettings />
          </div>
          <ProfileSection
            id="sessions"
            title={<Trans>Где открыт кабинет</Trans>}
            left={<DevicesCard />}
            right={<VisitsCard />}
          />
        </ProfileSections>
      )}
    </>
  )
}

function ProfileSkeleton() {
  return (
    <div className="flex max-w-[760px] flex-col gap-lg lg:ml-[232px]">
      <SkeletonBlock />
      <SkeletonBlock />
      <SkeletonBlock />
    </div>
  )
}

const route = getRouteApi('/profile')

/** Language of the interface, saved on this device. */
function LanguageCard() {
  const { t, i18n } = useLingui()
  const setLocale = route.useRouteContext({ select: (context) => context.setLocale })
  const chosen = locales.find((locale) => locale === i18n.locale) ?? 'ru'
  return (
    <Card level={3} title={t`Язык`}>
      <div className="flex flex-col items-start gap-sm">
        <SegmentedControl
          legend={t`Язык`}
          options={locales.map((locale) => ({ value: locale, label: languageNames[locale], lang: locale }))}
          value={chosen}
          onChange={setLocale}
        />
        <p className="text-sm text-ink-muted">
          <Trans>Выбор запомнится на этом устройстве.</Trans>
        </p>
      </div>
    </Card>
  )
}
