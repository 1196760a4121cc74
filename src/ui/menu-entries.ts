import type { IconName } from './icon.tsx'
import type { LinkComponent } from './layouts/frame-props.ts'

export type MenuAction = {
  key: string
  title: string
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
