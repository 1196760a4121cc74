import { pathOf } from '#contract/call.ts'
import { declaredCalls } from '#contract/calls.ts'
import type { App } from '#server/app-types.ts'

const declared = new Set(declaredCalls.map(({ call }) => `/api${pathOf(call.address).replaceAll(/\{(\w+)\}/g, ':$1')}`))

/** Every route of the server besides the declared calls, as `/calendar/:secret`. */
export function addressesOf(app: App): string[] {
  const above: string[] = []
  const found: string[] = []
  for (const line of app.printRoutes({ commonPrefix: false }).split('\n')) {
    const [, indent = '', part = '', methods] = /^([│\s]*)[├└]── (\S*)(?: \((.*)\))?/.exec(line) ?? []
    const depth = indent.length / 4
    above.splice(depth, above.length, part)
    const address = above.join('')
    if (methods && !declared.has(address)) found.push(address)
  }
  return found
}
