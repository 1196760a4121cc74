import { existsSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { App } from '#server/app-types.ts'
import { fontHeaders, fontPaths, readPageFont } from '#server/html/page-fonts.ts'
import { installedAppFiles } from './installed-app.ts'

const compressed = ['**/*.br', '**/*.gz']

/** Serves the files of the build. Names under /assets/ contain a hash of the content. */
export async function staticFiles(app: App, dist: string): Promise<void> {
  for (const path of fontPaths)
    app.get(path, async (_request, reply) => reply.headers(fontHeaders).send(await readPageFont(path)))
  if (!existsSync(join(dist, 'index.html'))) return
  const common = { root: dist, wildcard: false, index: false, preCompressed: true, decorateReply: false } as const
  await app.register(fastifyStatic, {
    ...common,
    root: join(dist, 'assets'),
    prefix: '/assets/',
    globIgnore: compressed,
    maxAge: '365d',
    immutable: true,
    // Immutable files are not revalidated.
    etag: false,
    lastModified: false,
    acceptRanges: false,
  })
  await app.register(fastifyStatic, {
    ...common,
    globIgnore: [...compressed, 'assets/**', '.vite/**', 'index.html', ...installedAppFiles],
    maxAge: '1h',
  })
}
