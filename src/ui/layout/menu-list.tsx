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
                'group/item flex min-h-[44px] cursor-pointer list-none items-center rounded-lg text-ink-muted hover:bg-surface-hover hover:text-ink [&::-webkit-details-marker]:hidden',
                rest.inDrawer ? 'gap-sm px-sm' : sideItemClasses,
              )}
            >
              <span className="transition-transform group-open/more:rotate-180">
                <Icon name="arrow-down" />
              </span>
              <span className={rest.inDrawer ? '' : sideTitleClasses}>{title}</span>
            </summary>
            <Links links={links} {...rest} />
          </details>
        ) : (
          <div key={key}>
            {title && (
              // No heading: those of the page begin with its `h1`.
              <p
                id={`${id}${key}`}
                className={classNames(
                  'mb-half text-xs text-ink-muted',
                  rest.inDrawer ? 'px-sm' : 'px-xs collapsed:hidden',
                )}
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
              'group/item relative flex min-h-control items-center rounded-lg py-xs max-lg:min-h-[44px]',
              // The side menu is too narrow for the larger text.
              inDrawer ? 'gap-sm px-sm' : sideItemClasses,
              current
                ? 'font-medium text-ink before:absolute before:inset-y-sm before:left-0 before:w-[3px] before:rounded-full before:bg-primary'
                : 'text-ink-muted hover:bg-surface-hover hover:text-ink',
              current && (inDrawer ? 'bg-surface-sunken' : 'bg-surface shadow-control'),
            )}
          >
            {icon ? <Icon name={icon} /> : !inDrawer && <Initial title={title} />}
            <span className={classNames('min-w-0 flex-1', !inDrawer && sideTitleClasses)}>{title}</span>
            {unseen && (
              <span
                aria-hidden="true"
                title={unseen.spoken}
                className={classNames(
                  'rounded-full px-xs text-sm tabular-nums',
                  toneSurfaces.info,
                  !inDrawer &&
                    'collapsed:absolute collapsed:top-0 collapsed:right-0 collapsed:px-xxs collapsed:text-xs',
                )}
              >
                {unseen.count}
              </span>
            )}
            {external && (
              <>
                <span className={inDrawer ? '' : 'collapsed:hidden'}>
                  <Icon name="external" size={16} />
                </span>
                <VisuallyHidden>, {labels.opensInNewTab}</VisuallyHidden>
              </>
            )}
          </Link>
        </li>
      ))}
    </ul>
  )
}

/** First letter of a link without icon, where there is room for nothing else. */
function Initial({ title }: { title: string }) {
  return (
    <span
      aria-hidden="true"
      data-initial={title.slice(0, 1)}
      className="hidden size-[20px] text-center font-medium before:content-[attr(data-initial)] collapsed:block"
    />
  )
}

const sideItemClasses = 'gap-xs px-xs collapsed:px-[14px]'

/**
 * The title of an item, beside its icon; in the collapsed menu on hover and focus only. Fixed without a position it stays
 * at its icon, and the scrolling menu does not clip it.
 */
const sideTitleClasses =
  'collapsed:pointer-events-none collapsed:fixed collapsed:ml-[44px] collapsed:z-toast collapsed:rounded collapsed:border collapsed:border-line collapsed:bg-surface-raised collapsed:px-xs collapsed:py-xxs collapsed:text-sm collapsed:whitespace-nowrap collapsed:text-ink collapsed:opacity-0 collapsed:shadow-floating collapsed:group-hover/item:opacity-100 collapsed:group-focus-visible/item:opacity-100'

type SideMenuProps = Pick<HeaderProps, 'labels' | 'Link' | 'menu'> & {
  /** Collapses the menu to icons, or expands it. */
  onToggle: () => void
}

/** Side menu, from `lg`: titles with icons, or icons only. */
export function SideMenu({ labels, Link, menu, onToggle }: SideMenuProps) {
  return (
    <nav
      aria-label={labels.menu}
      className="sticky top-(--sticky-top) hidden h-[calc(100dvh-var(--sticky-top))] w-side shrink-0 flex-col justify-between gap-base overflow-y-auto px-xs py-lg lg:flex xxl:w-[284px] collapsed:w-[72px] print:hidden"
    >
      {menu ? <MenuList labels={labels} Link={Link} menu={menu} /> : <MenuSkeleton />}
      {menu && (
        <button
          type="button"
          onClick={onToggle}
          className={classNames(
            'group/item flex min-h-control w-full items-center rounded-lg py-xs text-left text-ink-muted hover:bg-surface-hover hover:text-ink',
            sideItemClasses,
          )}
        >
          <span className="collapsed:rotate-180">
            <Icon name="collapse" />
          </span>
          <span className="collapsed:hidden">{labels.collapseMenu}</span>
          <span className={classNames('hidden collapsed:block', sideTitleClasses)}>{labels.expandMenu}</span>
        </button>
      )}
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
