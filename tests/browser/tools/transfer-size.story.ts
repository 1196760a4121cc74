import { brotliCompressSync } from 'node:zlib'
import { expect, test } from 'playwright/test'
import { hostReference } from '#tests/bench/reference-host.ts'
import { openUntilRest } from '#tests/bench/transfer.ts'

test('the size of a screen counts preloads once, idle and later requests', { tag: '@nightly' }, async ({ page }) => {
  const scripts = {
    '/entry.js': "import './preloaded.js'; requestIdleCallback(() => import('./idle.js'))",
    '/preloaded.js': `export const words = '${'preloaded '.repeat(100)}'`,
    '/idle.js': "setTimeout(() => import('./later.js'), 700)",
    '/later.js': `export const words = '${'later '.repeat(100)}'`,
  }
  const html =
    '<link rel="modulepreload" href="/preloaded.js"><script type="module" src="/entry.js"></script><img src="/a.svg">'
  const picture = '<svg xmlns="http://www.w3.org/2000/svg"/>'
  await using host = await hostReference({
    '/': { type: 'text/html', content: html },
    '/a.svg': { type: 'image/svg+xml', content: picture },
    ...Object.fromEntries(
      Object.entries(scripts).map(([path, content]) => [path, { type: 'text/javascript', content }]),
    ),
  })

  const { code, document, data, pictures } = await openUntilRest(page, host.address)

  const size = (content: string) => brotliCompressSync(content).length
  expect({ code, document, data, pictures }).toEqual({
    code: Object.values(scripts).reduce((all, content) => all + size(content), 0),
    document: size(html),
    data: 0,
    pictures: size(picture),
  })
})
