import { open } from 'node:fs/promises'
import { BundleError } from '#server/integration/bundle/bundle-error.ts'
import { isRegistry } from '#server/integration/receipts/bank-registry.ts'
import { decodeStatement } from '#server/integration/receipts/bank-statement.ts'
import { bankStatement, paymentsTable } from './payments.ts'
import { peopleList } from './people.ts'
import type { SingleFile } from './single-file.ts'

const startBytes = 4096

/** The format of a file that is imported alone: the named one, or that of its first line. Null for a zip or a folder. */
export async function singleFileOf(path: string, name?: SingleFile['name']): Promise<SingleFile | null> {
  const found = recogniseStart(await startOf(path))
  if (name === undefined || found?.name === name) return found
  return name === 'people' ? peopleList : paymentsTable
}

/** By the first bytes of a file. Names of columns are ASCII; other letters are lost. */
export function recogniseStart(start: Uint8Array): SingleFile | null {
  const text = Buffer.from(start.subarray(0, startBytes)).toString('latin1').replaceAll('\0', '')
  if (text.startsWith('PK')) return null
  const line = text.split(/[\r\n]+/).find((one) => /\w/.test(one) && !/^\W*sep=/i.test(one)) ?? ''
  if (/^\W*1CClientBankExchange/i.test(line)) return bankStatement
  if (/\boperation_id\b/i.test(line)) return paymentsTable
  if (/\blast_name\b/i.test(line)) return peopleList
  return isRegistry(decodeStatement(start.subarray(0, startBytes), { isStart: true })) ? bankStatement : null
}

async function startOf(path: string): Promise<Uint8Array> {
  const file = await open(path).catch((error: Error) => {
    throw new BundleError('unreadable', error.message)
  })
  try {
    if ((await file.stat()).isDirectory()) return new Uint8Array()
    const { buffer, bytesRead } = await file.read(Buffer.alloc(startBytes), 0, startBytes, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}
