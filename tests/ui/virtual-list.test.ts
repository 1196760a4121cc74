import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { VirtualList } from '#src/ui/data/virtual-list.tsx'

// Node has no window: this is the output of the server.

const items = Array.from({ length: 5000 }, (_, index) => `Договор ${index + 1}.`)

function List() {
  return VirtualList({
    label: 'Договоры',
    items,
    itemKey: (item) => item,
    estimatedHeight: 150,
    children: (item) => item,
  })
}

test('a long list renders its first items without a window', () => {
  const markup = renderToString(createElement(List))
  const rendered = items.filter((item) => markup.includes(item))
  expect(rendered).toEqual(items.slice(0, rendered.length))
  expect(rendered.length).toBeGreaterThanOrEqual(6)
  expect(rendered.length).toBeLessThan(40)
})
