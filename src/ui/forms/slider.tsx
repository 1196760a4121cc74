import type { ComponentProps } from 'react'
import { useFieldControlProps } from './field.tsx'

export type SliderProps = Omit<ComponentProps<'input'>, 'className' | 'style' | 'type'>

/** Native range input. */
export function Slider(props: SliderProps) {
  const wiring = useFieldControlProps()
  return (
    <input {...wiring} {...props} type="range" className="h-control w-full min-w-0 cursor-pointer accent-primary-7" />
  )
}
