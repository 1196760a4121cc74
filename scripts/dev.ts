import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer as createSocket } from 'node:net'
import { createServer, type Plugin } from 'vite'
import type * as Previews from './message-previews.ts'

// One address: Vite serves the pages and proxies everything else to the server, which restarts when its code changes.
const port = Number(process.env.PORT ?? 3000)
const address = process.env.PUBLIC_URL ?? `http://localhost:${port}`
const serverPort = await freePort()

const server = spawn(
  process.execPath,
  ['--watch', '--watch-preserve-output', '--watch-path=server', '--watch-path=contract', 'server/main.ts'],
  {
    stdio: 'inherit',
    env: {
      ...process.env,
      PORT: `${serverPort}`,
      PUBLIC_URL: address,
      CHECK_ANSWERS: process.env.CHECK_ANSWERS ?? 'on',
    },
  },
)
const handOn = { target: `http://localhost:${serverPort}`, xfwd: true }
const vite = await createServer({
  // Not in vite.config.ts, because builds do not need it.
  plugins: [messagePreviews()],
  server: {
    host: 'localhost',
    port,
    strictPort: true,
    watch: { ignored: ['**/reports/**'] },
    proxy: Object.fromEntries(
      ['/api', '/auth/sign-out', '/auth/link-result', '/healthz', '/readyz', '/storage'].map((path) => [path, handOn]),
    ),
  },
})
await vite.listen().catch((error: Error) => {
  server.kill()
  console.error(`${error.message} (set PORT to take another one)`)
  process.exit(1)
})
console.log(`\nWith hot reload: ${address}\n`)

for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, async () => {
    server.kill('SIGTERM')
    await Promise.all([vite.close(), once(server, 'exit')])
    process.exit()
  })

/** Adds `/ui/messages`: every message with sample values. Loaded through Vite, so that it shows a changed template. */
function messagePreviews(): Plugin {
  const configureServer: Plugin['configureServer'] = (vite) => {
    vite.middlewares.use('/ui/messages', async (request, response) => {
      const language = request.url?.includes('lang=en') ? 'en' : 'ru'
      const { renderMessagePreviews } = (await vite.ssrLoadModule('/scripts/message-previews.ts')) as typeof Previews
      response.setHeader('content-type', 'text/html; charset=utf-8').end(await renderMessagePreviews(language))
    })
  }
  return { name: 'message-previews', apply: 'serve', configureServer }
}

async function freePort(): Promise<number> {
  const socket = createSocket().listen(0, 'localhost')
  await once(socket, 'listening')
  const { port: free } = socket.address() as { port: number }
  await once(socket.close(), 'close')
  return free
}
