import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useRouterState } from '@tanstack/react-router'
import { type Screen, screens } from '#contract/screens.ts'
import type { MenuItem } from '#contract/system.ts'
import { newsQuery } from '#src/api/news.ts'
import { configQuery, menuQuery } from '#src/api/system.ts'
import { deepestRouteMetadata } from '#src/app/route-guard.ts'
import { useIsFamily } from '#src/routes/-shell/account/use-session.ts'
import type { MenuLink } from '#src/ui/layout/layout-props.ts'

/** The menu from the server as links; null while pending. */
export function useMenu(): MenuLink[] | null {
  const { data: menu } = useQuery(menuQuery())
  const { data: webBase = '' } = useQuery({ ...configQuery(), select: (config) => config.SYSTEM.WEB_BASE_URL })
  const current = useRouterState({ select: ({ matches }) => deepestRouteMetadata(matches) })
  const newsOf = useNews()
  return menu === undefined
    ? null
    : menu.items.flatMap((item) => entryOf(item, webBase, current).map((entry) => ({ ...entry, ...newsOf(item) })))
}

/** Number of unseen items of a menu section. */
function useNews(): (item: MenuItem) => Pick<MenuLink, 'news'> {
  const { t } = useLingui()
  const { data: news } = useQuery({ ...newsQuery(), enabled: useIsFamily() })
  return ({ route }) => {
    const { count = 0 } = news?.find(({ section }) => section === route) ?? {}
    if (count === 0) return {}
    return {
      news: {
        count,
        spoken: t`${plural(count, { one: '# новое', few: '# новых', many: '# новых', other: '# нового' })}`,
      },
    }
  }
}

function entryOf(
  { key, title, route, url, icon }: MenuItem,
  webBase: string,
  page: (Pick<Screen, 'under'> & { name: string }) | null,
): MenuLink[] {
  const own = route === null ? null : screens[route].address
  // `rki` has no route: it opens the website of the school (D-17).
  const href = own ?? url ?? (route === 'rki' ? `${webBase}/rki` : null)
  if (href === null) return []
  // The item is also current on child screens.
  const current = route !== null && (route === page?.name || route === page?.under)
  return [{ key, title, href, icon, current, external: own === null }]
}
