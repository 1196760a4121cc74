import { classNames } from '#src/ui/class-names.ts'
import { Icon } from '#src/ui/icon.tsx'
import type { HeaderProps, MenuSection } from './layout-props.ts'

/** Links on the bar besides the button that opens the whole menu. */
const maxLinks = 4

/** A bar with fewer links would not pay for its height. */
const minLinks = 3

/** Links of the bar: those with a place on it, then the first others of the menu. Empty for a short menu. */
export function bottomBarLinks(menu: readonly MenuSection[]) {
  const links = menu.flatMap((section) => section.links).filter(({ external, icon }) => !external && icon !== null)
  if (links.length < minLinks) return []
  const last = Number.MAX_SAFE_INTEGER
  return links.sort((one, other) => (one.barPosition ?? last) - (other.barPosition ?? last)).slice(0, maxLinks)
}

type BottomBarProps = Pick<HeaderProps, 'labels' | 'Link' | 'MenuDrawer'> & {
  menu: readonly MenuSection[]
  onOpenMenu: () => void
}

/** The most used links at the bottom of a phone, and the button of the whole menu. */
export function BottomBar({ labels, Link, MenuDrawer, menu, onOpenMenu }: BottomBarProps) {
  const links = bottomBarLinks(menu)
  if (links.length === 0) return null
  const hidden = menu.flatMap((section) => section.links).filter((link) => !links.includes(link))
  return (
    <nav
      aria-label={labels.mainSections}
      className="fixed inset-x-0 bottom-0 z-header low:static border-t border-line-soft bg-surface pb-[env(safe-area-inset-bottom)] md:hidden print:hidden"
    >
      <ul className="flex h-[56px]">
        {links.map(({ key, title, shortTitle, href, icon, current, unseen }) => (
          <li key={key} className="flex min-w-0 flex-auto">
            <Link
              href={href}
              aria-current={current ? 'page' : undefined}
              aria-description={unseen?.spoken}
              className={itemClasses(current)}
            >
              <span className="relative">
                {icon && <Icon name={icon} />}
                {unseen && <Dot />}
              </span>
              <span className="max-w-full truncate px-half">{shortTitle ?? title}</span>
            </Link>
          </li>
        ))}
        <li className="flex min-w-0 flex-auto">
          <button
            type="button"
            aria-haspopup="dialog"
            onPointerEnter={MenuDrawer.prefetch}
            onFocus={MenuDrawer.prefetch}
            onClick={onOpenMenu}
            className={itemClasses(hidden.some(({ current }) => current))}
          >
            <span className="relative">
              <Icon name="menu" />
              {hidden.some(({ unseen }) => unseen) && <Dot />}
            </span>
            <span className="max-w-full truncate px-half">{labels.more}</span>
          </button>
        </li>
      </ul>
    </nav>
  )
}

function itemClasses(current: boolean): string {
  return classNames(
    'relative flex min-w-0 flex-1 flex-col items-center justify-center gap-half text-xs focus-visible:-outline-offset-2',
    current
      ? 'font-medium text-ink before:absolute before:top-0 before:h-[3px] before:w-xl before:rounded-full before:bg-primary'
      : 'text-ink-muted active:bg-surface-pressed',
  )
}

function Dot() {
  return (
    <span className="pointer-events-none absolute -top-xxs -right-xxs size-xs rounded-full bg-mark-info forced-colors:border" />
  )
}
