import { classNames } from '#src/ui/class-names.ts'
import { SkeletonLine } from '#src/ui/feedback/skeleton.tsx'
import { Icon } from '#src/ui/icon.tsx'
import { toneSurfaces } from '#src/ui/tone.ts'
import { VisuallyHidden } from '#src/ui/visually-hidden.tsx'
import type { HeaderProps, MenuLink } from './layout-props.ts'

type MenuListProps = Pick<HeaderProps, 'labels' | 'Link'> & {
  menu: MenuLink[]
  inDrawer?: boolean
  onFollow?: () => void
}

/** Links of the menu, for the side menu and the drawer. */
export function MenuList({ labels, Link, menu, inDrawer = false, onFollow }: MenuListProps) {
  return (
    <ul className="flex flex-col gap-half">
      {menu.map(({ key, title, href, icon, current, external, news }) => (
        <li key={key}>
          <Link
            href={href}
            aria-current={current ? 'page' : undefined}
            aria-description={news?.spoken}
            onClick={onFollow}
            {...(external ? { target: '_blank', rel: 'noopener' } : {})}
            className={classNames(
              'relative flex min-h-[44px] items-center rounded-lg py-xs transition-colors',
              // The side menu is too narrow for the larger text.
              inDrawer ? 'gap-sm px-sm' : 'gap-xs px-xs',
              current
                ? 'font-medium text-ink before:absolute before:inset-y-sm before:left-0 before:w-[3px] before:rounded-full before:bg-primary'
                : 'text-ink-muted hover:bg-surface-hover hover:text-ink',
              current && (inDrawer ? 'bg-surface-sunken' : 'bg-surface shadow-control'),
            )}
          >
            {icon && <Icon name={icon} />}
            <span className="min-w-0 flex-1">{title}</span>
            {news && (
              <span
                aria-hidden="true"
                className={classNames('rounded-full px-xs text-sm tabular-nums', toneSurfaces.info)}
              >
                {news.count}
              </span>
            )}
            {external && (
              <>
                <Icon name="external" size={16} />
                <VisuallyHidden>, {labels.opensInNewTab}</VisuallyHidden>
              </>
            )}
          </Link>
        </li>
      ))}
    </ul>
  )
}

/** Side menu, from `lg`. */
export function SideMenu({ labels, Link, menu }: Pick<HeaderProps, 'labels' | 'Link' | 'menu'>) {
  return (
    <nav
      aria-label={labels.menu}
      className="sticky top-(--sticky-top) hidden h-[calc(100dvh-var(--sticky-top))] w-side shrink-0 overflow-y-auto px-xs py-lg lg:block xxl:w-[284px] print:hidden"
    >
      {menu ? <MenuList labels={labels} Link={Link} menu={menu} /> : <MenuSkeleton />}
    </nav>
  )
}

function MenuSkeleton() {
  return (
    <div aria-hidden="true" className="flex animate-fade-in-delayed flex-col gap-lg px-xs py-sm">
      {['a', 'b', 'c', 'd', 'e', 'f'].map((key) => (
        <SkeletonLine key={key} />
      ))}
    </div>
  )
}
