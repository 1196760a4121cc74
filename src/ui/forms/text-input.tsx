import type { ComponentProps, ReactNode } from 'react'
import { Icon, type IconName } from '#src/ui/icon.tsx'
import { controlClassNames } from './control-styles.ts'
import { useFieldControlProps } from './field.tsx'

export type TextInputProps = Omit<ComponentProps<'input'>, 'className' | 'style'> & {
  icon?: IconName
  /** Unit or small button at the end of the input. */
  after?: ReactNode
}

export function TextInput({ icon, after, ...rest }: TextInputProps) {
  const wiring = useFieldControlProps()
  const room = `h-control read-only:bg-grey-2 ${icon ? 'pl-[40px]' : 'pl-sm'} ${after ? 'pr-xxl' : 'pr-sm'}`
  return (
    <span className="relative block">
      {icon && (
        <span className="pointer-events-none absolute inset-y-0 left-sm flex items-center text-ink-muted">
          <Icon name={icon} />
        </span>
      )}
      <input type="text" {...wiring} {...rest} className={controlClassNames(room)} />
      {after && <span className="absolute inset-y-0 right-xxs flex items-center text-ink-muted">{after}</span>}
    </span>
  )
}
