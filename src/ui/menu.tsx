import * as Radix from '@radix-ui/react-dropdown-menu'
import type { FocusEvent, ReactElement } from 'react'
import { Icon, type IconName } from './icon.tsx'
import type { LinkComponent } from './layouts/frame-props.ts'

export type MenuAction = {
  key: string
  title: string
  /** Where the title is not of the page’s language (WCAG 3.1.2). */
  lang?: string
  icon?: IconName
  /** Goes somewhere, by `Link` of the router or else a plain link. */
  href?: string
  Link?: LinkComponent
  /** One of a choice: true for the present one, false for the others. */
  chosen?: boolean
  disabled?: boolean
  onSelect?: () => void
}

export type MenuGroup = { key: string; label?: string; entries: readonly MenuAction[] }

type MenuProps = {
  trigger: ReactElement
  groups: readonly MenuGroup[]
  open: boolean
  onOpenChange: (open: boolean) => void
  /** Radix knows keys only from when it is there: the key that fetched this menu was pressed before. */
  focusFirst: boolean
}

const row =
  'flex min-h-control items-center gap-sm rounded px-sm py-xs select-none focus-visible:-outline-offset-2 cursor-pointer no-underline data-highlighted:bg-surface-hover data-disabled:text-ink-disabled'

/** The opened half of a menu button (`src/routes/-frame/menu-button.tsx`), which loads it at first use. */
export function Menu({ trigger, groups, open, onOpenChange, focusFirst }: MenuProps) {
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange} modal={false}>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Content
        align="end"
        sideOffset={8}
        collisionPadding={8}
        onFocus={focusFirst ? focusFirstItem : undefined}
        className="z-dialog max-h-(--radix-dropdown-menu-content-available-height) min-w-[240px] max-w-[min(360px,94vw)] data-[state=open]:animate-rise overflow-y-auto rounded-lg bg-surface p-xxs shadow-floating forced-colors:border print:hidden"
      >
        {groups.map((group, index) => (
          <Radix.Group key={group.key} className={index > 0 ? 'mt-xxs border-t border-line-soft pt-xxs' : ''}>
            {group.label && (
              <Radix.Label className="px-sm pt-xs pb-xxs text-sm text-ink-muted">{group.label}</Radix.Label>
            )}
            {group.entries.map(item)}
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

function item({ key, title, lang, icon, href, Link = 'a', chosen, disabled = false, onSelect }: MenuAction) {
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
  const choose = onSelect ? { onSelect: () => onSelect() } : {}
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
