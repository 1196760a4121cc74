import { classes } from '#src/ui/classes.ts'
import { Icon } from '#src/ui/icon.tsx'
import { tinted } from '#src/ui/tone.ts'
import { VisuallyHidden } from '#src/ui/visually-hidden.tsx'
import type { HeaderProps, MenuEntry } from './frame-props.ts'

type MenuListProps = Pick<HeaderProps, 'words' | 'Link'> & {
  menu: MenuEntry[]
  inDrawer?: boolean
  onFollow?: () => void
}

/** The menu's entries, the current one marked by surface, weight and a bar: at the side and in the drawer. */
export function MenuList({ words, Link, menu, inDrawer = false, onFollow }: MenuListProps) {
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
            className={classes(
              'relative flex min-h-[44px] items-center rounded-lg py-xs transition-colors',
              // At the side no line breaks where the window is wide.
              inDrawer ? 'gap-sm px-sm' : 'gap-xs px-xs text-sm',
              current
                ? 'font-medium text-ink before:absolute before:inset-y-sm before:left-0 before:w-[3px] before:rounded-full before:bg-primary'
                : 'text-ink-muted hover:bg-surface-hover hover:text-ink',
              current && (inDrawer ? 'bg-surface-sunken' : 'bg-surface shadow-control'),
            )}
          >
            {icon && <Icon name={icon} />}
            <span className="min-w-0 flex-1">{title}</span>
            {news && (
              <span aria-hidden="true" className={classes('rounded-full px-xs text-sm tabular-nums', tinted.accent)}>
                {news.count}
              </span>
            )}
            {external && (
              <>
                <Icon name="external" size={16} />
                <VisuallyHidden>, {words.opensInNewTab}</VisuallyHidden>
              </>
            )}
          </Link>
        </li>
      ))}
    </ul>
  )
}
