import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { eq } from 'drizzle-orm'
import type { ContractProof } from '#contract/enrolment/contracts.ts'
import type { Database } from '#server/db/client.ts'
import { contractAgreements, contracts } from '#server/db/schema/contracts.ts'
import { getServerKey } from '#server/security/tokens.ts'
import { findSignatures } from './signatures.ts'

/** Without letters that look like digits (Crockford's Base32). */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const groupLength = 4
const codeLength = 12

/** The code that is printed on an agreed contract, and the check of a printed one. Nothing of it is stored. */
export function createContractVerification(database: Database) {
  let key: string | undefined

  async function codeOf({ number, hash }: { number: string; hash: string }): Promise<string> {
    key ??= await getServerKey(database, 'contract-verification')
    const digest = createHmac('sha256', key).update(`${number}\n${hash}`).digest()
    const letters = [...digest.subarray(0, codeLength)].map((byte) => alphabet[byte % alphabet.length]).join('')
    return (letters.match(new RegExp(`.{${groupLength}}`, 'g')) ?? []).join('-')
  }

  return {
    codeOf,
    /** Null for an unknown number and for a wrong code alike, after the same work. */
    async verify(given: { number: string; code: string }): Promise<ContractProof | null> {
      const { person, version, hash, at } = contractAgreements
      const [found] = await database
        .select({
          id: contracts.id,
          number: contracts.number,
          concludedOn: contracts.concludedOn,
          person,
          version,
          hash,
          at,
        })
        .from(contracts)
        .innerJoin(contractAgreements, eq(contractAgreements.contractId, contracts.id))
        .where(eq(contracts.number, given.number.trim().toUpperCase()))
      const right = await codeOf(found ?? { number: given.number, hash: '' })
      const isRight = timingSafeEqual(digestOf(right), digestOf(given.code))
      if (!found || !isRight) return null
      const { number, concludedOn } = found
      const signatures = await findSignatures(database, found.id)
      return {
        number,
        customer: initialsOf(found.person),
        version: found.version,
        hash: found.hash,
        at: found.at.toISOString(),
        concludedOn,
        signatures: signatures.map((signature) => ({ ...signature, person: initialsOf(signature.person) })),
      }
    },
  }
}

/** Typed by hand: letters of any case, with or without hyphens, O for 0, I and L for 1. */
function digestOf(code: string): Buffer {
  const typed = code
    .toUpperCase()
    .replaceAll(/[^\dA-Z]/g, '')
    .replaceAll('O', '0')
    .replaceAll(/[IL]/g, '1')
  return createHash('sha256').update(typed).digest()
}

/** «С. А. В.» */
function initialsOf(name: string): string {
  return name
    .split(/\s+/)
    .map((word) => `${[...word][0] ?? ''}.`)
    .join(' ')
}
