import { type ResolveFnOutput, registerHooks } from 'node:module'

// Node 26 parses the package.json of a package again for each of its files. That of Drizzle has 179 KB and would take
// half of the time in which a server starts. Loaded before the first module that imports Drizzle.
const inDrizzle = /\/node_modules\/drizzle-orm\/.*\.js$/
const found = new Map<string, ResolveFnOutput>()

registerHooks({
  resolve(specifier, context, resolveNext) {
    const { parentURL = '', conditions } = context
    if (!conditions.includes('import')) return resolveNext(specifier, context)
    if (specifier.startsWith('.') && inDrizzle.test(parentURL))
      return { url: new URL(specifier, parentURL).href, format: 'module', shortCircuit: true }
    if (!/^drizzle-orm(\/|$)/.test(specifier)) return resolveNext(specifier, context)
    const known = found.get(specifier) ?? { ...resolveNext(specifier, context), shortCircuit: true }
    found.set(specifier, known)
    return known
  },
})
