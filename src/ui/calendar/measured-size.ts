import { useLayoutEffect, useRef, useState } from 'react'

/** Size of an element as `measure` returns it, also after each change of it; until then `expected`. */
export function useMeasuredSize<E extends HTMLElement>(expected: number, measure: (element: E) => number) {
  const ref = useRef<E>(null)
  const [measured, setMeasured] = useState(0)
  useLayoutEffect(() => {
    const element = ref.current
    if (element === null) return
    const update = () => setMeasured(measure(element))
    update()
    const observer = new ResizeObserver(update)
    observer.observe(element)
    return () => observer.disconnect()
  }, [measure])
  return { ref, size: measured || expected }
}
