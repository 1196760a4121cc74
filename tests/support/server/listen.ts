import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'

export type Host = AsyncDisposable & { address: string }

/** A host at a free port of this machine. Disposing of it closes open connections. */
export async function listen(answer: RequestListener): Promise<Host> {
  const host = createServer(answer)
  await once(host.listen(0, 'localhost'), 'listening')
  return {
    address: `http://localhost:${(host.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      host.closeAllConnections()
      await once(host.close(), 'close')
    },
  }
}
