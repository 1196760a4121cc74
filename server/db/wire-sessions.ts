import { createServer, type Server, type Socket } from 'node:net'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { PGlite } from '@electric-sql/pglite'
import { isCode, startupCodes, wire, wireMessage, withoutCopyIn, withStatementPrefix } from './wire-messages.ts'

/** Milliseconds for which an open transaction may be idle while other clients wait for it to end. */
const maxIdleMs = 10_000

type Session = {
  socket: Socket
  /** Of its prepared statements: the one backend knows those of all clients. */
  prefix: string
  /** Bytes that are no complete message yet. */
  rest: Buffer[]
  pending: Buffer[]
  isStarted: boolean
  isListening: boolean
  /** What `set` has changed for the session. */
  settings: { name: string; setting: string }[]
  mayHaveSettings: boolean
}

/**
 * Serves the wire protocol of PostgreSQL to any number of clients on the one backend that PGlite has. A client has its
 * turn from its first message until it is outside of a transaction, so transactions run one after the other. Each client
 * keeps its settings and prepared statements, and gets the notifications if it listens; a client that ends, or is idle in
 * a transaction while others wait, is rolled back. `BASE_BACKUP` answers with the files of the database, as to `pg_basebackup`.
 */
export function serveSessions(pglite: PGlite): Server {
  const sessions = new Set<Session>()
  /** Those with pending messages, in the order in which they came. */
  const waiting = new Set<Session>()
  const ended: Session[] = []
  let holder: Session | null = null
  /** Whose settings the backend has. */
  let current: Session | null = null
  let isWorking = false
  let idleSince = 0
  let watch: NodeJS.Timeout | undefined
  let count = 0

  const server = createServer((socket) => {
    count += 1
    const session: Session = {
      socket,
      prefix: `${count}:`,
      rest: [],
      pending: [],
      settings: [],
      isStarted: false,
      isListening: false,
      mayHaveSettings: false,
    }
    sessions.add(session)
    socket.on('data', (bytes: Buffer) => {
      receive(session, bytes)
      if (session.pending.length > 0) void work(session)
    })
    socket.on('error', () => undefined)
    socket.on('close', () => {
      sessions.delete(session)
      waiting.delete(session)
      session.pending = []
      ended.push(session)
      void work()
    })
  })
  server.on('close', () => clearTimeout(watch))
  return server

  function receive(session: Session, bytes: Buffer): void {
    session.rest.push(bytes)
    for (;;) {
      const at = session.isStarted ? 1 : 0
      const [first = Buffer.alloc(0)] = session.rest
      const received = session.rest.reduce((sum, { length }) => sum + length, 0)
      const start = first.length < 8 ? Buffer.concat(session.rest) : first
      if (start.length < at + 4) return
      const length = at + start.readInt32BE(at)
      if (length < at + 4) return void session.socket.destroy()
      if (received < length) return
      const all = session.rest.length === 1 ? first : Buffer.concat(session.rest)
      session.rest = length < all.length ? [all.subarray(length)] : []
      accept(session, all.subarray(0, length))
    }
  }

  function accept(session: Session, message: Buffer): void {
    if (session.isStarted) {
      if (message[0] === wire.terminate) session.socket.end()
      else session.pending.push(withStatementPrefix(withoutCopyIn(message), session.prefix))
    } else if (isCode(message, startupCodes.encryption)) session.socket.write('N')
    // A running query cannot be stopped: it occupies the thread.
    else if (isCode(message, startupCodes.cancel)) session.socket.end()
    else {
      session.isStarted = true
      session.pending.push(message)
    }
  }

  async function work(arrived?: Session): Promise<void> {
    if (arrived && arrived !== holder) waiting.add(arrived)
    if (isWorking) return
    isWorking = true
    for (;;) {
      if (holder && !sessions.has(holder)) {
        await pglite.exec('rollback')
        holder = null
      }
      const gone = holder ? undefined : ended.shift()
      if (gone) {
        await forget(gone)
        continue
      }
      const [next] = holder ? [holder] : waiting
      if (!next || next.pending.length === 0) break
      waiting.delete(next)
      await answer(next)
    }
    isWorking = false
    watchHolder()
  }

  async function answer(session: Session): Promise<void> {
    if (session !== current) await switchTo(session)
    holder = session
    const messages = session.pending.splice(0)
    if (messages.some((message) => message.includes('set_config'))) session.mayHaveSettings = true
    if (messages.some((message) => message.equals(baseBackup))) await sendFiles(session)
    else deliver(session, Buffer.from(await pglite.execProtocolRaw(Buffer.concat(messages))))
    idleSince = performance.now()
    if (holder !== null) return
    if (session.mayHaveSettings) {
      const { rows } = await pglite.query<Session['settings'][number]>(
        "select name, setting from pg_settings where source = 'session'",
      )
      session.settings = rows
      session.mayHaveSettings = false
    }
    if (session.pending.length > 0) waiting.add(session)
  }

  /** Sends what the backend has said, and ends the turn if it is idle. */
  function deliver(session: Session, bytes: Buffer): void {
    let begin = 0
    for (let at = 0; at < bytes.length; ) {
      const end = at + 1 + bytes.readInt32BE(at + 1)
      const type = bytes[at]
      if (type === wire.notification) {
        session.socket.write(bytes.subarray(begin, at))
        begin = end
        for (const { isListening, socket } of sessions) if (isListening) socket.write(bytes.subarray(at, end))
      } else if (type === wire.commandComplete) {
        const tag = bytes.toString('latin1', at + 5, end - 1)
        if (tag === 'LISTEN') session.isListening = true
        if (/^(SET|RESET|DISCARD)/.test(tag)) session.mayHaveSettings = true
      } else if (type === wire.readyForQuery) holder = bytes[at + 5] === wire.idle ? null : session
      at = end
    }
    session.socket.write(bytes.subarray(begin))
  }

  async function switchTo(session: Session): Promise<void> {
    if (current && current.settings.length > 0) await pglite.exec('reset all; set session authorization default')
    for (const { name, setting } of session.settings)
      await pglite.query('select set_config($1, $2, false)', [name, setting])
    current = session
  }

  /** Removes what the session of a client that ended has left in the backend. */
  async function forget({ prefix, isStarted, isListening }: Session): Promise<void> {
    if (!isStarted) return
    const { rows } = await pglite.query<{ name: string }>(
      'select quote_ident(name) as name from pg_prepared_statements where from_sql or starts_with(name, $1)',
      [prefix],
    )
    const statements = rows.map(({ name }) => `deallocate ${name};`).join('')
    const isLastListener = isListening && ![...sessions].some((session) => session.isListening)
    await pglite.exec(`${statements} discard temp; ${isLastListener ? 'unlisten *' : ''}`)
  }

  function watchHolder(): void {
    clearTimeout(watch)
    if (!holder || waiting.size === 0) return
    const { socket } = holder
    const end = () =>
      socket.end(
        wireMessage('E', 'SFATAL\0VFATAL\0C25P03\0Mterminating connection due to idle-in-transaction timeout\0\0'),
        () => socket.destroy(),
      )
    watch = setTimeout(end, idleSince + maxIdleMs - performance.now()).unref()
  }

  async function sendFiles({ socket }: Session): Promise<void> {
    const files = await pglite.dumpDataDir('none')
    holder = null
    // Other clients go on meanwhile.
    void pipeline(Readable.from(messagesOf(files)), socket, { end: false }).catch(() => socket.destroy())
  }
}

const baseBackup = wireMessage('Q', 'BASE_BACKUP\0')

/** The answer to a `copy … to stdout` in binary format. */
async function* messagesOf(file: Blob): AsyncGenerator<Buffer> {
  yield wireMessage('H', '\x01\0\0')
  for await (const bytes of file.stream()) yield wireMessage('d', bytes)
  yield Buffer.concat([wireMessage('c', ''), wireMessage('C', 'BASE_BACKUP\0'), wireMessage('Z', 'I')])
}
