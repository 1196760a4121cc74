import { vi } from 'vitest'

/** jsdom has no layout: this gives every element a fixed size. */
export function mockElementSize({ width, height }: { width: number; height: number }): void {
  vi.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(width)
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(height)
}
