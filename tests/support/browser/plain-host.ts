import { readFile } from 'node:fs/promises'
import { type IncomingMessage, request, type ServerResponse } from 'node:http'
import { extname, join } from 'node:path'
import { type Host, listen } from '#tests/support/server/listen.ts'

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
}

/** Serves dist/ like a static host, and forwards /api to our server. */
export async function servePlainly(ours: string): Promise<Host> {
  return listen((asked, reply) => {
    if (asked.url?.startsWith('/api/')) handOn(ours, asked, reply)
    else void serveFile(asked.url ?? '/', reply)
  })
}

function handOn(ours: string, asked: IncomingMessage, reply: ServerResponse): void {
  const { method, headers, url = '' } = asked
  const there = request(ours + url, { ...(method && { method }), headers }, (answer) => {
    reply.writeHead(answer.statusCode ?? 502, answer.headers)
    answer.pipe(reply)
  })
  there.on('error', () => reply.destroy())
  asked.pipe(there)
}

/** A path without a file is a page of the app. */
async function serveFile(url: string, reply: ServerResponse): Promise<void> {
  const { pathname } = new URL(url, 'http://host')
  const path = extname(pathname) === '' ? '/index.html' : pathname
  try {
    const content = await readFile(join('dist', path))
    reply.setHeader('content-type', types[extname(path)] ?? 'application/octet-stream').end(content)
  } catch {
    reply.writeHead(404).end()
  }
}
