import type { ComponentProps } from 'react'
import { controlClassNames } from './control-styles.ts'
import { useFieldControlProps } from './field.tsx'

export type TextAreaProps = Omit<ComponentProps<'textarea'>, 'className' | 'style'>

/** Grows with its text in browsers that support `field-sizing`. */
export function TextArea(props: TextAreaProps) {
  const wiring = useFieldControlProps()
  return (
    <textarea
      rows={4}
      {...wiring}
      {...props}
      className={controlClassNames('px-sm py-xs read-only:bg-grey-2 [field-sizing:content]')}
    />
  )
}
