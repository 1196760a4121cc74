import type { ComponentProps, ComponentType, ElementType, ReactNode } from 'react'
import type { IconName } from '#src/ui/icon.tsx'

/** Link component of the router, or plain `a`. Takes `href`. */
export type LinkComponent = ElementType<ComponentProps<'a'>>

export type MenuLink = {
  key: string
  title: string
  /** Name on the bottom bar, if the title is too long for it. */
  shortTitle?: string
  /** Place on the bottom bar; links without one follow. */
  barPosition?: number
  href: string
  icon: IconName | null
  /** Marks the current page and its subpages. */
  current: boolean
  /** Opens in a new tab. */
  external: boolean
  /** Number of new items, with a text for screen readers. */
  unseen?: { count: number; spoken: string }
}

export type MenuSection = {
  key: string
  /** Null for a menu without sections. */
  title: string | null
  /** Shown after a press only. */
  folded: boolean
  links: readonly MenuLink[]
}

export type FooterContent = {
  groups: { title: string; links: { title: string; url: string }[] }[]
  phone: string | null
  email: string | null
  socials: { kind: 'telegram' | 'vk' | 'whatsapp' | 'youtube' | 'yandex'; url: string }[]
  legal: string
}

/** Texts of the layout in the language of the page. */
export type LayoutLabels = {
  product: string
  /** The logo of the school; absent for the one of the product. */
  logoUrl?: string | null
  /** Accessible name of the logo. */
  home: string
  skipToContent: string
  openMenu: string
  closeMenu: string
  /** Button of the side menu that leaves only its icons, and the one that brings the titles back. */
  collapseMenu: string
  expandMenu: string
  menu: string
  /** Name of the bar at the bottom of a phone. */
  mainSections: string
  /** Button of the bar that opens the whole menu. */
  more: string
  opensInNewTab: string
  /** Name of the links and the legal text that a phone folds. */
  aboutSchool: string
}

export type MenuDrawerProps = {
  labels: LayoutLabels
  Link: LinkComponent
  /** Null while it loads. */
  menu: readonly MenuSection[] | null
  /** Switch of role groups; absent for users with one group. */
  roleSwitch?: ReactNode
  onClose: () => void
}

export type HeaderProps = Omit<MenuDrawerProps, 'onClose'> & {
  homeHref: string
  /** User menu or sign-in button. */
  userMenu?: ReactNode
  /** Lazy `MenuDrawer` with its prefetch. */
  MenuDrawer: ComponentType<MenuDrawerProps> & { prefetch: () => unknown }
}

export type LayoutProps = HeaderProps & {
  /** Collapses the side menu to icons, or expands it. */
  onToggleMenu: () => void
  footer: FooterContent | null
  children: ReactNode
}
