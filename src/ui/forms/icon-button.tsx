import type { ComponentProps } from 'react'
import { classNames } from '#src/ui/class-names.ts'
import { Icon, type IconShape } from '#src/ui/icon.tsx'

export type IconButtonProps = Omit<ComponentProps<'button'>, 'className' | 'style' | 'children' | 'aria-label'> & {
  icon: IconShape
  /** Accessible name and tooltip. */
  label: string
  variant?: 'quiet' | 'outlined'
  size?: 'base' | 'small'
}

/** A button with an icon only. */
export function IconButton({ icon, label, variant = 'quiet', size = 'base', ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      title={label}
      {...rest}
      aria-label={label}
      className={classNames(
        'inline-flex shrink-0 items-center justify-center rounded print:hidden',
        'text-ink-muted hover:bg-surface-hover hover:text-ink active:bg-surface-pressed',
        'aria-pressed:bg-surface-pressed aria-pressed:text-ink forced-colors:aria-pressed:border',
        'disabled:bg-transparent disabled:text-ink-disabled',
        variant === 'outlined' && 'border border-line bg-surface shadow-control disabled:shadow-none',
        size === 'base' ? 'size-control' : 'size-control-sm',
      )}
    >
      <Icon name={icon} size={size === 'base' ? 20 : 16} />
    </button>
  )
}
