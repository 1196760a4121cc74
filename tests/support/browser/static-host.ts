import { readFile } from 'node:fs/promises'
import { request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http'
import { extname, join } from 'node:path'
import { type Host, listen } from '#tests/support/server/listen.ts'

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
}

/** Serves dist/ like a static host, and forwards /api to the server. */
export async function serveStatically(server: string): Promise<Host> {
  return listen((request, response) => {
    if (request.url?.startsWith('/api/')) forward(server, request, response)
    else void serveFile(request.url ?? '/', response)
  })
}

/** Sends a request to the server and its response back. */
export function forward(server: string, request: IncomingMessage, response: ServerResponse): void {
  const { method, headers, url = '' } = request
  const upstream = httpRequest(server + url, { ...(method && { method }), headers }, (received) => {
    response.writeHead(received.statusCode ?? 502, received.headers)
    received.pipe(response)
  })
  upstream.on('error', () => response.destroy())
  request.pipe(upstream)
}

/** A path without a file is a page of the app. */
async function serveFile(url: string, response: ServerResponse): Promise<void> {
  const { pathname } = new URL(url, 'http://host')
  const path = extname(pathname) === '' ? '/index.html' : pathname
  try {
    const content = await readFile(join('dist', path))
    response.setHeader('content-type', types[extname(path)] ?? 'application/octet-stream').end(content)
  } catch {
    response.writeHead(404).end()
  }
}
