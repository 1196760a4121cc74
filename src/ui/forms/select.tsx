import type { ComponentProps } from 'react'
import { Icon } from '#src/ui/icon.tsx'
import { controlClassNames } from './control-styles.ts'
import { useFieldControlProps } from './field.tsx'

export type SelectProps = Omit<ComponentProps<'select'>, 'className' | 'style' | 'multiple' | 'size'>

/** Native select; takes `option` elements as children. */
export function Select(props: SelectProps) {
  const wiring = useFieldControlProps()
  return (
    <span className="relative block">
      <select
        {...wiring}
        {...props}
        className={controlClassNames('h-control appearance-none truncate pr-[40px] pl-sm')}
      />
      <span className="pointer-events-none absolute inset-y-0 right-sm flex items-center text-ink-muted">
        <Icon name="arrow-down" size={16} />
      </span>
    </span>
  )
}
