import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { build, type Plugin } from 'vite'

/** A mutant of the product: `from` occurs once in `file`. The paths of `machine` must find it. */
export type ProductMutant = {
  name: string
  kind: string
  machine: string
  /** Other machines whose paths reach the same place. */
  alsoReachedBy?: readonly string[]
  file: string
  from: string
  to: string
}

/** Builds the app with these mutants into `folder`; the source files are not changed. */
export async function buildMutated(mutants: readonly ProductMutant[], folder: string): Promise<void> {
  process.env.NODE_ENV = 'production'
  await build({
    logLevel: 'error',
    plugins: [mutationPlugin(mutants)],
    build: {
      outDir: resolve(folder),
      emptyOutDir: true,
      minify: false,
      rolldownOptions: { checks: { pluginTimings: false } },
    },
  })
}

function mutationPlugin(mutants: readonly ProductMutant[]): Plugin {
  const byFile = Map.groupBy(mutants, ({ file }) => resolve(file))
  return {
    name: 'mutationPlugin',
    enforce: 'pre',
    load: {
      order: 'pre',
      handler: async (id) => {
        const own = byFile.get(resolve(id.split('?')[0] ?? id))
        return own?.reduce(applyMutant, await readFile(id.split('?')[0] ?? id, 'utf8'))
      },
    },
  }
}

/** A mutant that does not apply would change nothing and survive, so it is an error. */
export function applyMutant(source: string, { name, file, from, to }: ProductMutant): string {
  if (source.split(from).length !== 2) throw new Error(`«${name}» does not occur once in ${file}: ${from}`)
  return source.replace(from, () => to)
}
