import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { footerQuery } from '#src/api/content.ts'
import { DefaultFrame } from '#src/ui/layouts/default-frame.tsx'
import { EmptyFrame } from '#src/ui/layouts/empty-frame.tsx'
import { ErrorFrame } from '#src/ui/layouts/error-frame.tsx'
import type { FrameWords } from '#src/ui/layouts/frame-props.ts'
import { HeaderAndFooterFrame } from '#src/ui/layouts/header-and-footer-frame.tsx'
import { latePart } from './late-part.tsx'
import { RoleSwitch } from './role-switch.tsx'
import { RouterLink } from './router-link.tsx'
import { useMenu } from './use-menu.ts'
import { useHoldsSeveralGroups } from './use-session.ts'
import { UserMenu } from './user-menu.tsx'

const MenuDrawer = latePart('menu-drawer', () =>
  import('#src/ui/layouts/menu-drawer.tsx').then((module) => module.MenuDrawer),
)

const frames = { default: DefaultFrame, 'header-and-footer': HeaderAndFooterFrame }

/** The layouts with header and footer; `default` has the menu at the side too. */
export function Frame({ layout, children }: { layout: keyof typeof frames; children: ReactNode }) {
  const { data: footer = null } = useQuery(footerQuery())
  const menu = useMenu()
  const words = useFrameWords(menu?.some(({ news }) => news) ?? false)
  const holdsSeveral = useHoldsSeveralGroups()
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

/** The layouts without menu: `error` has the way home, `empty` has nothing. */
export function Plain({ layout, children }: { layout: 'error' | 'empty'; children: ReactNode }) {
  const { t } = useLingui()
  if (layout === 'empty') return <EmptyFrame>{children}</EmptyFrame>
  return (
    <ErrorFrame
      words={{ product: t`Личный кабинет`, home: t`Личный кабинет, на главную` }}
      Link={RouterLink}
      homeHref="/"
    >
      {children}
    </ErrorFrame>
  )
}

function useFrameWords(hasNews: boolean): FrameWords {
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
