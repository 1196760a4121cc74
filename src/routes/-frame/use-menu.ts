import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useRouterState } from '@tanstack/react-router'
import { family, fits, type Screen, screens } from '#contract/screens.ts'
import type { MenuItem } from '#contract/system.ts'
import { deepestRule } from '#src/admission.ts'
import { newsQuery } from '#src/api/news.ts'
import { configQuery, menuQuery } from '#src/api/system.ts'
import type { MenuEntry } from '#src/ui/layouts/frame-props.ts'
import { useSessionSelector } from './use-session.ts'

/** The menu of the server as links; null while it loads. */
export function useMenu(): MenuEntry[] | null {
  const { data: menu } = useQuery(menuQuery())
  const { data: webBase = '' } = useQuery({ ...configQuery(), select: (config) => config.SYSTEM.WEB_BASE_URL })
  const current = useRouterState({ select: ({ matches }) => deepestRule(matches) })
  const newsOf = useNews()
  return menu === undefined
    ? null
    : menu.items.flatMap((item) => entryOf(item, webBase, current).map((entry) => ({ ...entry, ...newsOf(item) })))
}

/** What an item's section has that the person has not seen, where there is anything. */
function useNews(): (item: MenuItem) => Pick<MenuEntry, 'news'> {
  const { t } = useLingui()
  const group = useSessionSelector(({ context }) => context.roleGroup)
  const { data: news } = useQuery({ ...newsQuery(), enabled: fits({ groups: family }, group) })
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
): MenuEntry[] {
  const own = route === null ? null : screens[route].address
  // `rki` is a known name without a route: it opens the school's site (D-17).
  const href = own ?? url ?? (route === 'rki' ? `${webBase}/rki` : null)
  if (href === null) return []
  // The item of a page stays marked on the pages below it.
  const current = route !== null && (route === page?.name || route === page?.under)
  return [{ key, title, href, icon, current, external: own === null }]
}
