import { useLingui } from '@lingui/react/macro'
import { useRouteContext } from '@tanstack/react-router'
import { locales, themes } from '#contract/enumerations.ts'
import { displayName } from '#contract/people/names.ts'
import { languageNames } from '#src/i18n/labels.ts'
import { roleGroupLabels } from '#src/i18n/person-labels.ts'
import { MenuButton } from '#src/routes/-flow/menu-button.tsx'
import { RouterLink } from '#src/routes/-flow/router-link.tsx'
import { SchoolText } from '#src/routes/-query/labels/school-text.tsx'
import { useRoleGroups, useSession, useSessionSelector, useSignIn } from '#src/routes/-query/use-session.ts'
import { useTheme } from '#src/routes/-query/use-theme.ts'
import { Avatar } from '#src/ui/data/avatar.tsx'
import { Button } from '#src/ui/forms/button.tsx'
import { Icon } from '#src/ui/icon.tsx'
import { VisuallyHidden } from '#src/ui/visually-hidden.tsx'

/** User menu with name and avatar; for a visitor the language and the sign-in button. */
export function UserMenu() {
  const { t, i18n } = useLingui()
  const signIn = useSignIn()
  const user = useSessionSelector(({ context }) => context.user)
  const language = useLanguageGroup()
  const theme = useThemeGroup()
  if (user === null) {
    return (
      <>
        <MenuButton groups={[language, theme]}>
          <VisuallyHidden>{t`Язык`}: </VisuallyHidden>
          <span lang="en" className="md:hidden">
            {i18n.locale.toUpperCase()}
            <VisuallyHidden>, </VisuallyHidden>
          </span>
          <span className="max-md:sr-only">{language.entries.find(({ chosen }) => chosen)?.title}</span>
        </MenuButton>
        <Button variant="primary" {...signIn}>
          {t`Войти`}
        </Button>
      </>
    )
  }
  const name = displayName(user)
  const own = {
    key: 'own',
    label: name,
    entries: [{ key: 'profile', title: t`Профиль`, icon: 'profile' as const, href: '/profile', Link: RouterLink }],
  }
  const leave = {
    key: 'leave',
    entries: [{ key: 'logout', title: t`Выйти`, icon: 'logout' as const, href: '/logout', Link: RouterLink }],
  }
  return (
    <MenuButton groups={[own, language, theme, leave]}>
      <Avatar name={name} src={user.avatar} />
      <span className="max-w-[160px] truncate max-md:sr-only">
        <SchoolText>{user.firstName}</SchoolText>
      </span>
      <VisuallyHidden>{t`Меню пользователя`}</VisuallyHidden>
      <span className="max-md:hidden">
        <Icon name="arrow-down" size={16} />
      </span>
    </MenuButton>
  )
}

function useLanguageGroup() {
  const { t, i18n } = useLingui()
  const setLocale = useRouteContext({ from: '__root__', select: (context) => context.setLocale })
  const entries = locales.map((locale) => ({
    key: locale,
    title: languageNames[locale],
    lang: locale,
    chosen: i18n.locale === locale,
    onSelect: () => setLocale(locale),
  }))
  return { key: 'language', label: t`Язык`, entries }
}

function useThemeGroup() {
  const { t } = useLingui()
  const [chosen, choose] = useTheme()
  const titles = { system: t`Как в системе`, light: t`Светлая`, dark: t`Тёмная` }
  const entries = themes.map((key) => ({
    key,
    title: titles[key],
    chosen: key === chosen,
    onSelect: () => choose(key),
  }))
  return { key: 'theme', label: t`Оформление`, entries }
}

/** Switches between the role groups of the user. */
export function RoleSwitch() {
  const { t, i18n } = useLingui()
  const session = useSession()
  const groups = useRoleGroups()
  const chosen = useSessionSelector(({ context }) => context.roleGroup)
  if (chosen === null) return null
  const entries = groups.map((group) => ({
    key: group,
    title: i18n._(roleGroupLabels[group]),
    chosen: group === chosen,
    onSelect: () => session.send({ type: 'roleGroup.select', group }),
  }))
  return (
    <MenuButton variant="outlined" groups={[{ key: 'groups', label: t`Войти в кабинет как`, entries }]}>
      <VisuallyHidden>{t`Роль:`} </VisuallyHidden>
      {i18n._(roleGroupLabels[chosen])}
      <Icon name="arrow-down" size={16} />
    </MenuButton>
  )
}
