import type { ComponentProps } from 'react'
import { controlClasses } from './control-look.ts'
import { useFieldWiring } from './field.tsx'

export type TextAreaProps = Omit<ComponentProps<'textarea'>, 'className' | 'style'>

/** Grows with what is written where the browser can do it. */
export function TextArea(props: TextAreaProps) {
  const wiring = useFieldWiring()
  return (
    <textarea
      rows={4}
      {...wiring}
      {...props}
      className={controlClasses('px-sm py-xs read-only:bg-grey-2 [field-sizing:content]')}
    />
  )
}
