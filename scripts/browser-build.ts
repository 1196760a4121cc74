import { globSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { build } from 'vite'
import { digestOfInputs, stampAsBuiltFrom } from './freshness.ts'

const compressible = 'dist/**/*.{css,html,ico,js,json,svg,txt,webmanifest}'

/** Builds the pages into dist/, every text file beside its brotli and gzip form. */
export async function buildBrowser(): Promise<void> {
  // Read first: what changes under a running build makes it stale.
  const digest = await digestOfInputs()
  // Vite would build React's development form if the shell happened to say so.
  process.env.NODE_ENV = 'production'
  // A slow machine is no reason for a page of advice.
  const rolldownOptions = { checks: { pluginTimings: false } }
  await build({ logLevel: 'warn', build: { rolldownOptions } })
  await buildPainter()
  await Promise.all(globSync(compressible).map(compressBeside))
  await stampAsBuiltFrom(digest)
}

/** The same pages as one module for the server, which paints them with it: all it needs is inside. */
async function buildPainter(): Promise<void> {
  await build({
    logLevel: 'warn',
    define: { 'process.env.NODE_ENV': '"production"' },
    ssr: { noExternal: true },
    build: {
      ssr: 'src/painter.tsx',
      outDir: 'dist-painter',
      emptyOutDir: true,
      copyPublicDir: false,
      manifest: false,
      rolldownOptions: { checks: { pluginTimings: false }, output: { codeSplitting: false } },
    },
  })
}

async function compressBeside(path: string): Promise<void> {
  const content = await readFile(path)
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: content.length }
  const [brotli, zipped] = await Promise.all([
    promisify(brotliCompress)(content, { params }),
    promisify(gzip)(content, { level: 9 }),
  ])
  await Promise.all([writeFile(`${path}.br`, brotli), writeFile(`${path}.gz`, zipped)])
}
