import * as Radix from '@radix-ui/react-dropdown-menu'
import { type FocusEvent, type ReactElement, useRef } from 'react'
import { Icon, type IconName } from '#src/ui/icon.tsx'
import type { LinkComponent } from '#src/ui/layout/layout-props.ts'

export type MenuItem = {
  key: string
  title: string
  /** Language of the title, if it differs from that of the page (WCAG 3.1.2). */
  lang?: string
  icon?: IconName
  /** Makes the item a link, rendered by `Link` or a plain `a`. */
  href?: string
  Link?: LinkComponent
  /** Makes the item a checkbox. */
  chosen?: boolean
  disabled?: boolean
  /** The item gets the focus or the pointer, for example to load what it opens. */
  onFocus?: () => void
  onSelect?: () => void
}

export type MenuGroup = { key: string; label?: string; entries: readonly MenuItem[] }

type MenuProps = {
  trigger: ReactElement
  groups: readonly MenuGroup[]
  open: boolean
  onOpenChange: (open: boolean) => void
  /** The key that loaded this menu was pressed before Radix could handle it. */
  focusFirst: boolean
}

const row =
  'flex min-h-control items-center gap-sm rounded px-sm py-xs select-none focus-visible:-outline-offset-2 cursor-pointer no-underline data-highlighted:bg-surface-hover data-disabled:text-ink-disabled'

/** The menu of a menu button (`src/routes/-flow/menu-button.tsx`), which loads it at first use. */
export function Menu({ trigger, groups, open, onOpenChange, focusFirst }: MenuProps) {
  const selected = useRef<(() => void) | null>(null)
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange} modal={false}>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Content
        align="end"
        sideOffset={8}
        collisionPadding={8}
        onFocus={focusFirst ? focusFirstItem : undefined}
        // After the focus has returned to the button: a dialog that is opened returns the focus to where it was.
        onCloseAutoFocus={() => {
          if (selected.current) queueMicrotask(selected.current)
          selected.current = null
        }}
        className="z-dialog max-h-(--radix-dropdown-menu-content-available-height) min-w-[240px] max-w-[min(360px,94vw)] data-[state=open]:animate-slide-up overflow-y-auto rounded-lg bg-surface-raised p-xxs shadow-floating forced-colors:border print:hidden"
      >
        {groups.map((group, index) => (
          <Radix.Group key={group.key} className={index > 0 ? 'mt-xxs border-t border-line-soft pt-xxs' : ''}>
            {group.label && (
              <Radix.Label className="px-sm pt-xs pb-xxs text-sm text-ink-muted">{group.label}</Radix.Label>
            )}
            {group.entries.map((entry) =>
              item(entry, (action) => {
                selected.current = action
              }),
            )}
          </Radix.Group>
        ))}
      </Radix.Content>
    </Radix.Root>
  )
}

function focusFirstItem(event: FocusEvent<HTMLElement>) {
  if (event.target !== event.currentTarget) return
  event.preventDefault()
  event.currentTarget.querySelector<HTMLElement>('[role^="menuitem"]')?.focus()
}

function item(entry: MenuItem, select: (action: () => void) => void) {
  const { key, title, lang, icon, href, Link = 'a', chosen, disabled = false, onFocus, onSelect } = entry
  const inside = (
    <>
      {icon && <Icon name={icon} />}
      <span lang={lang} className="min-w-0 flex-1">
        {title}
      </span>
      {chosen && <Icon name="check" />}
    </>
  )
  if (href) {
    return (
      <Radix.Item key={key} asChild>
        <Link href={href} className={row}>
          {inside}
        </Link>
      </Radix.Item>
    )
  }
  const choose = { ...(onFocus && { onFocus }), ...(onSelect && { onSelect: () => select(onSelect) }) }
  if (chosen === undefined) {
    return (
      <Radix.Item key={key} disabled={disabled} {...choose} className={row}>
        {inside}
      </Radix.Item>
    )
  }
  return (
    <Radix.CheckboxItem key={key} checked={chosen} disabled={disabled} {...choose} className={row}>
      {inside}
    </Radix.CheckboxItem>
  )
}
