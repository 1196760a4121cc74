import { type IncomingMessage, Server, type ServerResponse } from 'node:http'

// Loaded before the server's own code. Signing in and out changes only the session of the user, and an error of a page
// only the log; all other changes are rejected.
const emit = Server.prototype.emit
Server.prototype.emit = function (event: string, ...args: unknown[]) {
  if (event !== 'request') return emit.call(this, event, ...args)
  const [{ method = '', url = '' }, response] = args as [IncomingMessage, ServerResponse]
  const isSafe = ['GET', 'HEAD', 'OPTIONS'].includes(method)
  const isKept = !url.startsWith('/api/') || url.startsWith('/api/v1/auth/') || url === '/api/v1/system/page-error'
  if (isSafe || isKept) return emit.call(this, event, ...args)
  // Opening a new item marks it as seen, and moving the pointer beside an answer marks that as read. The calls succeed
  // without effect, so that the item stays new for the other stories.
  if (url === '/api/v1/learning/unseen/seen' || /^\/api\/v1\/schedule\/ticket\/[^/]+\/read$/.test(url)) {
    response.writeHead(204).end()
    return true
  }
  process.stderr.write(`A change was refused: ${method} ${url}\n`)
  response.writeHead(403).end('This server is for stories that only look: a story of changes is `changing`.')
  return true
}
