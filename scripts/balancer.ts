import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'

type Target = { port: number; underWay: number }

/**
 * One port in front of several: the one with the least under way is asked next, and one that does not answer at all is
 * passed over. For a trial on one machine; in production it is nginx, HAProxy or the cloud's own.
 */
export function balance(port: number, ports: readonly number[]) {
  const agent = new Agent({ keepAlive: true })
  const targets: Target[] = ports.map((each) => ({ port: each, underWay: 0 }))

  function pass(asked: IncomingMessage, answer: ServerResponse, [target, ...others]: Target[]): void {
    if (!target) return void answer.writeHead(503).end()
    const { method, url: path, headers, socket } = asked
    const known = { ...headers, 'x-forwarded-for': socket.remoteAddress, 'x-forwarded-host': headers.host }
    target.underWay += 1
    const passed = request({ agent, port: target.port, method, path, headers: known }, (given) => {
      answer.writeHead(given.statusCode ?? 502, given.rawHeaders)
      given.pipe(answer)
    })
    passed.once('close', () => {
      target.underWay -= 1
    })
    passed.once('error', (error: NodeJS.ErrnoException) => {
      // Refused: nothing of the body was taken, so that another one may have it.
      if (error.code === 'ECONNREFUSED') pass(asked, answer, others)
      else answer.destroy()
    })
    asked.pipe(passed)
  }

  return createServer((asked, answer) =>
    pass(
      asked,
      answer,
      targets.toSorted((one, other) => one.underWay - other.underWay),
    ),
  ).listen(port, 'localhost')
}
