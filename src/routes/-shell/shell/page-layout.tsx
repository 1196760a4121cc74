import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { footerQuery } from '#src/api/content.ts'
import { RoleSwitch } from '#src/routes/-shell/account/role-switch.tsx'
import { useHasSeveralRoleGroups } from '#src/routes/-shell/account/use-session.ts'
import { UserMenu } from '#src/routes/-shell/account/user-menu.tsx'
import { lazyComponent } from '#src/routes/-shell/lazy/lazy-component.tsx'
import { DefaultLayout } from '#src/ui/layout/default-layout.tsx'
import { EmptyLayout } from '#src/ui/layout/empty-layout.tsx'
import { ErrorLayout } from '#src/ui/layout/error-layout.tsx'
import { HeaderFooterLayout } from '#src/ui/layout/header-footer-layout.tsx'
import type { LayoutLabels } from '#src/ui/layout/layout-props.ts'
import { RouterLink } from './router-link.tsx'
import { useMenu } from './use-menu.ts'

const MenuDrawer = lazyComponent('menu-drawer', () =>
  import('#src/ui/layout/menu-drawer.tsx').then((module) => module.MenuDrawer),
)

const frames = { default: DefaultLayout, 'header-and-footer': HeaderFooterLayout }

/** Layouts with header and footer; `default` also has the side menu. */
export function PageLayout({ layout, children }: { layout: keyof typeof frames; children: ReactNode }) {
  const { data: footer = null } = useQuery(footerQuery())
  const menu = useMenu()
  const words = useLayoutLabels(menu?.some(({ news }) => news) ?? false)
  const holdsSeveral = useHasSeveralRoleGroups()
  const Chosen = frames[layout]
  return (
    <Chosen
      words={words}
      Link={RouterLink}
      homeHref="/"
      menu={menu}
      MenuDrawer={MenuDrawer}
      footer={footer}
      userMenu={<UserMenu />}
      {...(holdsSeveral ? { roleSwitch: <RoleSwitch /> } : {})}
    >
      {children}
    </Chosen>
  )
}

/** Layouts without menu: `error` has a link to the home page, `empty` has none. */
export function PlainLayout({ layout, children }: { layout: 'error' | 'empty'; children: ReactNode }) {
  const { t } = useLingui()
  if (layout === 'empty') return <EmptyLayout>{children}</EmptyLayout>
  return (
    <ErrorLayout
      words={{ product: t`Личный кабинет`, home: t`Личный кабинет, на главную` }}
      Link={RouterLink}
      homeHref="/"
    >
      {children}
    </ErrorLayout>
  )
}

function useLayoutLabels(hasNews: boolean): LayoutLabels {
  const { t } = useLingui()
  return {
    product: t`Личный кабинет`,
    home: t`Личный кабинет, на главную`,
    skipToContent: t`К содержанию`,
    openMenu: hasNews ? t`Открыть меню, есть новое` : t`Открыть меню`,
    closeMenu: t`Закрыть меню`,
    menu: t`Меню`,
    opensInNewTab: t`откроется в новой вкладке`,
  }
}
