import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { build, type Plugin } from 'vite'
import type { ProductMutant } from '#tests/models/product-mutants.ts'

/** Builds the app with these mutants into `folder`; the source files are not changed. */
export async function buildSpoilt(mutants: readonly ProductMutant[], folder: string): Promise<void> {
  process.env.NODE_ENV = 'production'
  await build({
    logLevel: 'error',
    plugins: [spoiling(mutants)],
    build: {
      outDir: resolve(folder),
      emptyOutDir: true,
      minify: false,
      rolldownOptions: { checks: { pluginTimings: false } },
    },
  })
}

function spoiling(mutants: readonly ProductMutant[]): Plugin {
  const byFile = Map.groupBy(mutants, ({ file }) => resolve(file))
  return {
    name: 'spoiling',
    enforce: 'pre',
    load: {
      order: 'pre',
      handler: async (id) => {
        const own = byFile.get(resolve(id.split('?')[0] ?? id))
        return own?.reduce(spoilt, await readFile(id.split('?')[0] ?? id, 'utf8'))
      },
    },
  }
}

/** A mutant that does not apply would change nothing and survive, so it is an error. */
export function spoilt(source: string, { name, file, from, to }: ProductMutant): string {
  if (source.split(from).length !== 2) throw new Error(`«${name}» does not stand once in ${file}: ${from}`)
  return source.replace(from, () => to)
}
