import type { ComponentProps } from 'react'
import { useFieldWiring } from './field.tsx'

export type SliderProps = Omit<ComponentProps<'input'>, 'className' | 'style' | 'type'>

/** A value between two ends, where the exact number does not matter. */
export function Slider(props: SliderProps) {
  const wiring = useFieldWiring()
  return (
    <input {...wiring} {...props} type="range" className="h-control w-full min-w-0 cursor-pointer accent-primary-7" />
  )
}
