import type { ComponentProps, ComponentType, ElementType, ReactNode } from 'react'
import type { IconName } from '#src/ui/icon.tsx'

/** How the app makes a link of its router; plain `a` does where there is no router. Takes `href` like `a`. */
export type LinkComponent = ElementType<ComponentProps<'a'>>

export type MenuEntry = {
  key: string
  title: string
  href: string
  icon: IconName | null
  /** The page that is open, or one below it. */
  current: boolean
  /** Leaves the app: opens a new tab and says so. */
  external: boolean
  /** How much is new behind it: the number to see, and the words to hear. */
  news?: { count: number; spoken: string }
}

export type FooterContent = {
  groups: { title: string; links: { title: string; url: string }[] }[]
  phone: string | null
  email: string | null
  socials: { kind: 'telegram' | 'vk' | 'whatsapp' | 'youtube' | 'yandex'; url: string }[]
  legal: string
}

/** Every word of the frame, in the language of the page. */
export type FrameWords = {
  product: string
  /** Accessible name of the logo's link. */
  home: string
  skipToContent: string
  openMenu: string
  closeMenu: string
  menu: string
  opensInNewTab: string
}

export type MenuDrawerProps = {
  words: FrameWords
  Link: LinkComponent
  /** Null while it loads: the frame then keeps its place. */
  menu: MenuEntry[] | null
  /** Role-group switch; absent for those who hold one group. */
  roleSwitch?: ReactNode
  onClose: () => void
}

export type HeaderProps = Omit<MenuDrawerProps, 'onClose'> & {
  homeHref: string
  /** User menu, or the way to sign in. */
  userMenu?: ReactNode
  /** The drawer of `menu-drawer.tsx` as the app fetches it, and how to fetch it before it is opened. */
  MenuDrawer: ComponentType<MenuDrawerProps> & { warm: () => unknown }
}

export type FrameProps = HeaderProps & {
  footer: FooterContent | null
  children: ReactNode
}
