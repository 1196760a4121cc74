import type { App } from '#server/surroundings.ts'
import { limits } from './limits.ts'

/** A stop waits for what is under way, but not for connections that are only kept alive, and not for ever. */
export function finishBeforeClosing(app: App): void {
  let closing = false
  app.addHook('preClose', async () => {
    closing = true
    setTimeout(() => app.server.closeAllConnections(), limits.finishing).unref()
  })
  app.addHook('onSend', (_request, reply, payload, done) => {
    if (closing) reply.header('connection', 'close')
    done(null, payload)
  })
}
