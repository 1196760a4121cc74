import { connect } from 'node:net'
import { buffer } from 'node:stream/consumers'
import type { FastifyBaseLogger } from 'fastify'
import type { Env } from '#server/environment/env.ts'
import { throwInvalidValue, throwProblem } from '#server/http/http-error.ts'

const scanTimeoutMs = 20_000

type Scan = { env: Pick<Env, 'VIRUS_SCANNER'>; log: FastifyBaseLogger }

/**
 * Has an uploaded file scanned by clamd, where VIRUS_SCANNER names one. Throws `invalid-values` for an infected file, and
 * `unavailable` while the scanner does not say that a file is clean: none is accepted unscanned.
 */
export async function scanUpload(file: Buffer, { env, log }: Scan): Promise<void> {
  if (!env.VIRUS_SCANNER) return
  const answer = await askClamd(env.VIRUS_SCANNER, file).catch((error: unknown) => {
    log.error({ err: error }, 'the virus scanner does not answer')
    return throwProblem('unavailable', 'The virus scanner does not answer')
  })
  if (answer === 'stream: OK') return
  if (!answer.endsWith(' FOUND')) {
    log.error({ answer }, 'the virus scanner could not scan a file')
    throwProblem('unavailable', 'The virus scanner could not scan the file')
  }
  log.warn({ answer }, 'an uploaded file is infected')
  throwInvalidValue('file', 'infected', 'The virus scanner has found something in the file')
}

/** Sends the file by the command INSTREAM and returns the answer, such as `stream: Eicar FOUND`. */
async function askClamd(scanner: string, file: Buffer): Promise<string> {
  const { protocol, hostname, port, pathname } = new URL(scanner)
  const socket = protocol === 'unix:' ? connect(pathname) : connect(Number(port), hostname)
  const timer = setTimeout(() => socket.destroy(new Error(`no answer in ${scanTimeoutMs / 1000} s`)), scanTimeoutMs)
  try {
    const answer = buffer(socket)
    socket.write('zINSTREAM\0')
    socket.write(lengthOf(file.length))
    socket.write(file)
    socket.write(lengthOf(0))
    return (await answer).toString('utf8').replace(/\0.*$/s, '').trim()
  } finally {
    clearTimeout(timer)
    socket.destroy()
  }
}

function lengthOf(bytes: number): Buffer {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(bytes)
  return length
}
