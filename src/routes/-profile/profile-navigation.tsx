import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { type Locale, type ProfileSection, profileSections } from '#contract/enumerations.ts'
import { profileSectionTitles } from '#contract/screens.ts'
import { configQuery } from '#src/api/system.ts'
import { languageNames } from '#src/i18n/labels.ts'
import { useSessionSelector } from '#src/routes/-query/use-session.ts'
import { useTheme } from '#src/routes/-query/use-theme.ts'
import { Icon, type IconName } from '#src/ui/icon.tsx'
import { Card } from '#src/ui/layout/card.tsx'
import { passFocusUp } from '#src/ui/removed-focus.ts'

const icons: Record<ProfileSection, IconName> = {
  person: 'profile',
  security: 'lock',
  notifications: 'bell',
  consents: 'check',
  data: 'download',
  devices: 'smartphone',
  accounts: 'link',
  appearance: 'eye',
}

/** The title of a section in the language of the page. */
export function useSectionTitle(): (section: ProfileSection) => string {
  const { i18n } = useLingui()
  return (section) => profileSectionTitles[section][i18n.locale as Locale]
}

/** Address of a section: that of the person is the address of the screen. */
const searchOfSection = (section: ProfileSection) => (section === 'person' ? {} : { section })

/** The sections of the person: without consents where the school asks for none. */
function useSections(): readonly ProfileSection[] {
  const hasConsents = useSessionSelector(({ context }) => context.user?.consents !== undefined)
  return profileSections.filter((section) => section !== 'consents' || hasConsents)
}

/** Menu of the sections beside the shown one, on wide screens. */
export function SectionMenu({ current }: { current: ProfileSection }) {
  const { t } = useLingui()
  const title = useSectionTitle()
  const sections = useSections()
  return (
    <nav
      aria-label={t`Разделы профиля`}
      className="sticky top-[calc(var(--sticky-top)+32px)] max-lg:hidden print:hidden"
    >
      <ul className="flex flex-col gap-half">
        {sections.map((section) => (
          <li key={section}>
            <Link
              to="/profile"
              search={searchOfSection(section)}
              aria-current={section === current ? 'page' : undefined}
              activeOptions={{ exact: true }}
              className="-mx-xs flex min-h-control items-center gap-xs rounded-lg px-xs text-ink-muted hover:bg-surface-hover hover:text-ink aria-[current=page]:bg-surface aria-[current=page]:font-medium aria-[current=page]:text-ink aria-[current=page]:shadow-control"
            >
              <Icon name={icons[section]} />
              {title(section)}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** The language and the theme of this device. */
function Appearance() {
  const { i18n } = useLingui()
  const [theme] = useTheme()
  const language = languageNames[i18n.locale as Locale]
  if (theme === 'dark') return <Trans>{language}, тёмная тема</Trans>
  if (theme === 'light') return <Trans>{language}, светлая тема</Trans>
  return <Trans>{language}, тема как в системе</Trans>
}

/** Rows that lead to the other sections, on the person's page of a narrow screen. */
export function SectionList() {
  const { t } = useLingui()
  const title = useSectionTitle()
  const sections = useSections()
  const { data: hasProviders = false } = useQuery({
    ...configQuery(),
    select: ({ ACCOUNT }) => ACCOUNT.LINK_PROVIDERS.length > 0,
  })
  const notes: Record<Exclude<ProfileSection, 'person'>, ReactNode> = {
    security: <Trans>Пароль и коды подтверждения</Trans>,
    notifications: <Trans>О чём, куда и когда писать</Trans>,
    consents: <Trans>Согласия и история ответов</Trans>,
    data: <Trans>Что хранит школа, копия данных</Trans>,
    devices: <Trans>Где открыт кабинет, кто заходил</Trans>,
    accounts: hasProviders ? <Trans>Вход через другие сервисы</Trans> : <Trans>Объединение учётных записей</Trans>,
    appearance: <Appearance />,
  }
  return (
    <nav aria-label={t`Разделы профиля`} className="lg:hidden print:hidden">
      <Card as="div" padding="flush">
        <ul className="divide-y divide-line-soft">
          {sections
            .filter((section) => section !== 'person')
            .map((section) => (
              <li key={section}>
                <Link
                  to="/profile"
                  search={searchOfSection(section)}
                  ref={passFocusUp}
                  className="flex min-h-[56px] items-center gap-sm px-base py-xs hover:bg-surface-hover focus-visible:-outline-offset-2"
                >
                  <span className="shrink-0 text-ink-muted">
                    <Icon name={icons[section]} />
                  </span>
                  <span className="min-w-0 flex-1">
                    <span className="block font-medium">{title(section)}</span>
                    <span className="block text-sm text-ink-muted">{notes[section]}</span>
                  </span>
                  <span className="shrink-0 text-ink-muted">
                    <Icon name="arrow-right" />
                  </span>
                </Link>
              </li>
            ))}
        </ul>
      </Card>
    </nav>
  )
}
