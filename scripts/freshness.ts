import { createHash } from 'node:crypto'
import { existsSync, globSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'

// Apart from browser-build.ts, because loading the builder costs a start more than this whole question.
const inputs = [
  'index.html',
  '*.config.ts',
  'package-lock.json',
  'scripts/browser-build.ts',
  '{public,contract,src}/**/*.*',
]
const stamp = 'dist/.vite/inputs'

/** Whether dist/ was built from exactly what stands here. */
export async function isBuilt(): Promise<boolean> {
  return (
    existsSync(stamp) &&
    existsSync('dist-painter/painter.js') &&
    (await readFile(stamp, 'utf8')) === (await digestOfInputs())
  )
}

export async function stampAsBuiltFrom(digest: string): Promise<void> {
  await writeFile(stamp, digest)
}

export async function digestOfInputs(): Promise<string> {
  const files = globSync(inputs)
    .filter((path) => !path.endsWith('routeTree.gen.ts'))
    .sort()
  const contents = await Promise.all(files.map((path) => readFile(path)))
  const digest = createHash('sha256')
  for (const [at, path] of files.entries()) digest.update(`${path}\0`).update(contents[at] ?? '')
  return digest.digest('hex')
}
