import { cp, readdir, readFile, rm } from 'node:fs/promises'
import { resolve } from 'node:path'
import { resolveConfig } from 'vite'
import drizzle from '../drizzle.config.ts'
import { resolveBin, runCaptured } from './run-command.ts'

const temporaryFolder = '.cache/generated'

/** Generates the route tree from a copy of the routes, so that the check changes no file. */
export async function checkRouteTree(): Promise<string | null> {
  const root = resolve(temporaryFolder, 'routes')
  await rm(root, { recursive: true, force: true })
  await cp('src/routes', `${root}/src/routes`, { recursive: true })
  // The router's plugin writes the tree as soon as the configuration is resolved.
  await resolveConfig({ root, configFile: resolve('vite.config.ts'), logLevel: 'silent' }, 'build')
  const [ours, fresh] = await Promise.all(
    ['src/routeTree.gen.ts', `${root}/src/routeTree.gen.ts`].map((path) => readFile(path, 'utf8')),
  )
  return ours === fresh ? null : 'src/routeTree.gen.ts is not what the routes give: run npm run build and commit it.'
}

/**
 * Generates a migration into a copy of the folder: a new file means that the schema has changed without a migration.
 */
export async function checkMigrations(): Promise<string | null> {
  const { dialect, schema, out } = drizzle as { dialect: string; schema: string; out: string }
  const copy = `${temporaryFolder}/migrations`
  await rm(copy, { recursive: true, force: true })
  await cp(out, copy, { recursive: true })
  const wanted = [`--dialect=${dialect}`, `--schema=${schema}`, `--out=${copy}`]
  const { code, output } = await runCaptured(resolveBin('drizzle-kit'), ['generate', ...wanted])
  if (code !== 0) return output
  const [ours, fresh] = await Promise.all([readdir(out), readdir(copy)])
  const added = fresh.filter((file) => !ours.includes(file))
  return added.length === 0 ? null : `The schema has moved on (${added.join(', ')}): run npx drizzle-kit generate.`
}
