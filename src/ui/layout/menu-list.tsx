import { useId } from 'react'
import { classNames } from '#src/ui/class-names.ts'
import { SkeletonLine } from '#src/ui/feedback/skeleton.tsx'
import { Icon } from '#src/ui/icon.tsx'
import { toneSurfaces } from '#src/ui/tone.ts'
import { VisuallyHidden } from '#src/ui/visually-hidden.tsx'
import type { HeaderProps, MenuLink, MenuSection } from './layout-props.ts'

type MenuListProps = Pick<HeaderProps, 'labels' | 'Link'> & {
  menu: readonly MenuSection[]
  inDrawer?: boolean
  onFollow?: () => void
}

/** Sections of the menu, for the side menu and the drawer. A folded section opens when it has the current page. */
export function MenuList({ menu, ...rest }: MenuListProps) {
  const id = useId()
  return (
    <div className="flex flex-col gap-base">
      {menu.map(({ key, title, folded, links }) =>
        folded ? (
          <details key={key} open={links.some(({ current }) => current)} className="group/more">
            <summary
              className={classNames(
                'flex min-h-[44px] cursor-pointer list-none items-center rounded-lg text-ink-muted hover:bg-surface-hover hover:text-ink [&::-webkit-details-marker]:hidden',
                rest.inDrawer ? 'gap-sm px-sm' : 'gap-xs px-xs',
              )}
            >
              <span className="transition-transform group-open/more:rotate-180">
                <Icon name="arrow-down" />
              </span>
              {title}
            </summary>
            <Links links={links} {...rest} />
          </details>
        ) : (
          <div key={key}>
            {title && (
              // No heading: those of the page begin with its `h1`.
              <p
                id={`${id}${key}`}
                className={classNames('mb-half text-xs text-ink-muted', rest.inDrawer ? 'px-sm' : 'px-xs')}
              >
                {title}
              </p>
            )}
            <Links links={links} label={title === null ? undefined : `${id}${key}`} {...rest} />
          </div>
        ),
      )}
    </div>
  )
}

type LinksProps = Omit<MenuListProps, 'menu'> & {
  links: readonly MenuLink[]
  /** Id of the title of the section. */
  label?: string | undefined
}

function Links({ labels, Link, links, label, inDrawer = false, onFollow }: LinksProps) {
  return (
    <ul aria-labelledby={label} className="flex flex-col gap-half">
      {links.map(({ key, title, href, icon, current, external, unseen }) => (
        <li key={key}>
          <Link
            href={href}
            aria-current={current ? 'page' : undefined}
            aria-description={unseen?.spoken}
            onClick={onFollow}
            {...(external ? { target: '_blank', rel: 'noopener' } : {})}
            className={classNames(
              'relative flex min-h-control items-center rounded-lg py-xs max-lg:min-h-[44px]',
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
            {unseen && (
              <span
                aria-hidden="true"
                className={classNames('rounded-full px-xs text-sm tabular-nums', toneSurfaces.info)}
              >
                {unseen.count}
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
