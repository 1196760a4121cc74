/** Types of messages, and the state of `ReadyForQuery` outside of a transaction. */
export const wire = {
  terminate: 0x58,
  notification: 0x41,
  commandComplete: 0x43,
  readyForQuery: 0x5a,
  idle: 0x49,
} as const

/** First messages other than a startup: of TLS and GSSAPI, and to stop the query of another connection. */
export const startupCodes = { encryption: [80877103, 80877104], cancel: [80877102] } as const

export function isCode(message: Buffer, codes: readonly number[]): boolean {
  return message.length >= 8 && codes.includes(message.readInt32BE(4))
}

export function wireMessage(type: string, content: string | Uint8Array): Buffer {
  const bytes = Buffer.from(content)
  const head = Buffer.alloc(5)
  head.write(type)
  head.writeInt32BE(bytes.length + 4, 1)
  return Buffer.concat([head, bytes])
}

/**
 * A query that fails in place of `copy … from stdin`: PGlite ends with an error when it has to wait for the rows.
 */
export function withoutCopyIn(message: Buffer): Buffer {
  const isCopy = message[0] === 'Q'.charCodeAt(0) && /^\s*copy\b/i.test(message.toString('latin1', 5, 100))
  if (!isCopy || !/\bfrom\s+stdin\b/i.test(message.toString('latin1', 5))) return message
  const reason = "errcode = '0A000', message = 'the embedded database cannot copy from stdin'"
  return wireMessage('Q', `do $$ begin raise exception using ${reason}; end $$\0`)
}

/** The message with a prefix before the name of its prepared statement, if it has one. */
export function withStatementPrefix(message: Buffer, prefix: string): Buffer {
  const at = statementNameAt(message)
  if (at === null || message[at] === 0) return message
  const content = Buffer.concat([message.subarray(5, at), Buffer.from(prefix), message.subarray(at)])
  return wireMessage(message.toString('latin1', 0, 1), content)
}

/** In Parse, Bind (after the name of the portal), and Describe and Close of statements. */
function statementNameAt(message: Buffer): number | null {
  const type = message.toString('latin1', 0, 1)
  if (type === 'P') return 5
  if (type === 'B') return message.indexOf(0, 5) + 1
  return (type === 'D' || type === 'C') && message[5] === 'S'.charCodeAt(0) ? 6 : null
}
