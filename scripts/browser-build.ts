import { globSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { build } from 'vite'
import { hashInputs, writeBuildStamp } from './build-stamp.ts'

const compressible = 'dist/**/*.{css,html,ico,js,json,svg,txt,webmanifest}'

/**
 * Builds the browser app into dist/ and precompresses every text file with brotli and gzip. `forProfiling` keeps the names
 * of components and measures them; the next command builds again.
 */
export async function buildBrowser(forProfiling = false): Promise<void> {
  // Hash before the build: a change during the build makes it stale.
  const digest = await hashInputs()
  // NODE_ENV of the shell would make Vite build React for development.
  process.env.NODE_ENV = 'production'
  // Silences the hint about slow plugins.
  const rolldownOptions = { checks: { pluginTimings: false } }
  await build({
    logLevel: 'warn',
    resolve: { alias: forProfiling ? { 'react-dom/client': 'react-dom/profiling' } : {} },
    build: { rolldownOptions, sourcemap: 'hidden', ...(forProfiling && { minify: false }) },
  })
  moveSourceMaps()
  await buildServerRenderer()
  await Promise.all(globSync(compressible).map(precompress))
  if (!forProfiling) await writeBuildStamp(digest)
}

/**
 * Out of dist/, whose files are public: `npm run page-error` reads them. They belong to this release, so those of the
 * build before are removed.
 */
function moveSourceMaps(): void {
  rmSync('dist-maps', { recursive: true, force: true })
  mkdirSync('dist-maps')
  for (const map of globSync('dist/**/*.map')) renameSync(map, `dist-maps/${basename(map)}`)
}

/** Builds the app as one module for server rendering, with all dependencies. */
async function buildServerRenderer(): Promise<void> {
  await build({
    logLevel: 'warn',
    define: { 'process.env.NODE_ENV': '"production"' },
    ssr: { noExternal: true },
    build: {
      ssr: 'src/ssr/render-page.tsx',
      outDir: 'dist-ssr',
      emptyOutDir: true,
      copyPublicDir: false,
      manifest: false,
      rolldownOptions: { checks: { pluginTimings: false }, output: { codeSplitting: false } },
    },
  })
}

async function precompress(path: string): Promise<void> {
  const content = await readFile(path)
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: content.length }
  const [brotli, zipped] = await Promise.all([
    promisify(brotliCompress)(content, { params }),
    promisify(gzip)(content, { level: 9 }),
  ])
  await Promise.all([writeFile(`${path}.br`, brotli), writeFile(`${path}.gz`, zipped)])
}
