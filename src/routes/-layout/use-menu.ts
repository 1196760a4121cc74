import type { MessageDescriptor } from '@lingui/core'
import { msg, plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useRouterState } from '@tanstack/react-router'
import type { Locale } from '#contract/enumerations.ts'
import { panelTitles, type Screen, screens } from '#contract/screens.ts'
import type { MenuItem } from '#contract/system.ts'
import { configQuery, menuQuery } from '#src/api/system.ts'
import { unseenCountsQuery } from '#src/api/unseen.ts'
import { deepestRouteMetadata, isHomePage, openTabOf } from '#src/app/route-guard.ts'
import { useHasRoleGroup } from '#src/routes/-query/use-session.ts'
import type { MenuLink, MenuSection } from '#src/ui/layout/layout-props.ts'
import { menuPlaceOf, menuSections, panelAddress, panelParts, type MenuSection as SectionKey } from './menu-places.ts'

const sectionTitles: Record<SectionKey, MessageDescriptor> = {
  today: msg`Сегодня`,
  study: msg`Учёба`,
  money: msg`Деньги`,
  school: msg`Школа`,
  system: msg`Система`,
  more: msg`Ещё`,
}

/** A shorter menu needs no sections. */
const minSectionedLinks = 5

/** The menu from the server in sections; null while pending. */
export function useMenu(): MenuSection[] | null {
  const { i18n } = useLingui()
  const { data: menu } = useQuery(menuQuery())
  const { data: webBase = '' } = useQuery({ ...configQuery(), select: (config) => config.SYSTEM.WEB_BASE_URL })
  const current = useRouterState({ select: ({ matches }) => deepestRouteMetadata(matches) })
  const isHome = useRouterState({ select: ({ matches }) => isHomePage(matches) })
  const unseenOf = useUnseen()
  const panelLinks = usePanelLinks(current?.name === 'admin')
  if (menu === undefined) return null
  const links = menu.items.flatMap((item) =>
    item.route === 'admin'
      ? panelLinks
      : entryOf(item, { webBase, page: current, isHome, locale: i18n.locale as Locale }).map((entry) => ({
          ...entry,
          ...unseenOf(item.route),
        })),
  )
  if (links.length < minSectionedLinks) return [{ key: 'all', title: null, folded: false, links }]
  return menuSections.flatMap((key) => {
    const own = links.filter(({ section }) => section === key)
    return own.length === 0 ? [] : [{ key, title: i18n._(sectionTitles[key]), folded: key === 'more', links: own }]
  })
}

/** The parts of the admin panel, which take the place of its item. */
function usePanelLinks(isOpen: boolean): SectionedLink[] {
  const { i18n } = useLingui()
  const { tab: openTab = 'overview' } = useRouterState({ select: ({ matches }) => ({ tab: openTabOf(matches) }) })
  const unseenOf = useUnseen()
  return panelParts.map(({ tab, icon, section }) => ({
    key: tab,
    title: panelTitles[tab][i18n.locale as Locale],
    href: panelAddress(tab),
    icon,
    section,
    current: isOpen && tab === openTab,
    external: false,
    ...(tab === 'tickets' && unseenOf('messages', true)),
  }))
}

/** Number of unseen items of a menu section; of messages to the school, those that wait for this administrator. */
function useUnseen(): (route: MenuItem['route'], isOffice?: boolean) => Pick<MenuLink, 'unseen'> {
  const { t } = useLingui()
  const { data: counts } = useQuery({ ...unseenCountsQuery(), enabled: useHasRoleGroup() })
  return (route, isOffice = false) => {
    const { count = 0 } = counts?.find(({ section }) => section === route) ?? {}
    if (count === 0) return {}
    return {
      unseen: {
        count,
        spoken: isOffice
          ? t`ждут вашего ответа: ${count}`
          : t`${plural(count, { one: '# новое', few: '# новых', many: '# новых', other: '# нового' })}`,
      },
    }
  }
}

type SectionedLink = MenuLink & { section: SectionKey }

type Page = (Pick<Screen, 'under'> & { name: string }) | null

function entryOf(
  { key, title, route, url, icon }: MenuItem,
  { webBase, page, isHome, locale }: { webBase: string; page: Page; isHome: boolean; locale: Locale },
): SectionedLink[] {
  const screen: Screen | null = route && screens[route]
  const own = screen?.address ?? null
  // `rki` has no route: it opens the website of the school (D-17).
  const href = own ?? url ?? (route === 'rki' && webBase !== '' ? `${webBase}/rki` : null)
  if (href === null) return []
  // The item is also current on child screens.
  const isPage = route !== null && (route === page?.name || route === page?.under)
  // The screen that `/` leads to shows the user's day, which has an item of its own.
  const current = isHome ? route === 'home' || route === 'parent-home-page' : isPage
  const { section, shortTitle, barPosition } = menuPlaceOf(route)
  return [
    {
      key,
      title,
      href,
      icon,
      current,
      external: own === null,
      section,
      ...(shortTitle && { shortTitle: shortTitle[locale] }),
      ...(barPosition !== undefined && { barPosition }),
    },
  ]
}
