import type { ComponentProps } from 'react'
import { controlClasses } from './control-look.ts'
import { useFieldWiring } from './field.tsx'
import { Icon } from './icon.tsx'

export type SelectProps = Omit<ComponentProps<'select'>, 'className' | 'style' | 'multiple' | 'size'>

/** The browser's own select in our clothes; `option` elements as children. */
export function Select(props: SelectProps) {
  const wiring = useFieldWiring()
  return (
    <span className="relative block">
      <select {...wiring} {...props} className={controlClasses('h-control appearance-none truncate pr-[40px] pl-sm')} />
      <span className="pointer-events-none absolute inset-y-0 right-sm flex items-center text-ink-muted">
        <Icon name="arrow-down" size={16} />
      </span>
    </span>
  )
}
