import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join, normalize } from 'node:path'

export type PageHost = { origin: string; close: () => Promise<void> }

const mediaTypes: Record<string, string> = {
  '.css': 'text/css',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
}

/** Serves the build in `folder` as a static host does: files as they are, the HTML document for every other path. */
export async function hostPages(folder: string): Promise<PageHost> {
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost')
    const file = extname(pathname) in mediaTypes ? pathname : '/index.html'
    const content = await readFile(join(folder, normalize(file))).catch(() => null)
    response.writeHead(content === null ? 404 : 200, {
      'content-type': mediaTypes[extname(file)] ?? 'text/plain',
      // File names contain a content hash, the document's name does not.
      'cache-control': file.startsWith('/assets/') ? 'max-age=31536000, immutable' : 'no-store',
    })
    response.end(content)
  })
  await once(server.listen(0, 'localhost'), 'listening')
  const { port } = server.address() as AddressInfo
  return {
    origin: `http://localhost:${port}`,
    close: async () => {
      server.closeAllConnections()
      await once(server.close(), 'close')
    },
  }
}
