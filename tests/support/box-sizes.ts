import { vi } from 'vitest'

/** A document without a window to draw in knows no sizes: every box is then as large as this. */
export function drawBoxesAs({ width, height }: { width: number; height: number }): void {
  vi.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(width)
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(height)
}
