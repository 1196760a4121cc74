import type { ComponentProps, ReactNode } from 'react'
import { controlClasses } from './control-look.ts'
import { useFieldWiring } from './field.tsx'
import { Icon, type IconName } from './icon.tsx'

export type TextInputProps = Omit<ComponentProps<'input'>, 'className' | 'style'> & {
  icon?: IconName
  /** At the end inside the box: a unit or a small button. */
  after?: ReactNode
}

export function TextInput({ icon, after, ...rest }: TextInputProps) {
  const wiring = useFieldWiring()
  const room = `h-control read-only:bg-grey-2 ${icon ? 'pl-[40px]' : 'pl-sm'} ${after ? 'pr-xxl' : 'pr-sm'}`
  return (
    <span className="relative block">
      {icon && (
        <span className="pointer-events-none absolute inset-y-0 left-sm flex items-center text-ink-muted">
          <Icon name={icon} />
        </span>
      )}
      <input type="text" {...wiring} {...rest} className={controlClasses(room)} />
      {after && <span className="absolute inset-y-0 right-xxs flex items-center text-ink-muted">{after}</span>}
    </span>
  )
}
