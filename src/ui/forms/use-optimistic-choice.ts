import { startTransition, useOptimistic } from 'react'
import { nextPaint } from '#src/ui/next-paint.ts'

/** Shows a choice at once. What follows from it, such as the page of another address, is rendered after the next paint. */
export function useOptimisticChoice<Value>(value: Value, onChange: (value: Value) => unknown) {
  const [shown, show] = useOptimistic(value)
  const choose = (next: Value) =>
    startTransition(async () => {
      show(next)
      await Promise.all([onChange(next), nextPaint(window)])
    })
  return [shown, choose] as const
}
