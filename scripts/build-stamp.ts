import { createHash } from 'node:crypto'
import { existsSync, globSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'

// Separate from browser-build.ts: loading the builder would slow down every start.
const inputs = [
  'index.html',
  '*.config.ts',
  'package-lock.json',
  'scripts/browser-build.ts',
  '{public,contract,src}/**/*.*',
]
const stamp = 'dist/.vite/inputs'

/** Whether dist/ was built from the present sources. */
export async function isBuildCurrent(): Promise<boolean> {
  return (
    existsSync(stamp) &&
    existsSync('dist-ssr/render-page.js') &&
    (await readFile(stamp, 'utf8')) === (await hashInputs())
  )
}

export async function writeBuildStamp(digest: string): Promise<void> {
  await writeFile(stamp, digest)
}

export async function hashInputs(): Promise<string> {
  const files = globSync(inputs)
    .filter((path) => !path.endsWith('routeTree.gen.ts'))
    .sort()
  const contents = await Promise.all(files.map((path) => readFile(path)))
  const digest = createHash('sha256')
  for (const [at, path] of files.entries()) digest.update(`${path}\0`).update(contents[at] ?? '')
  return digest.digest('hex')
}
