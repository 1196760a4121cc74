import { z } from 'zod'

/** The parts of a contract's text from top to bottom, as page and PDF show them. In Russian, like the contract. */
const contractTextPart = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('heading'), text: z.string() }),
  z.object({ kind: z.literal('paragraph'), text: z.string() }),
  z.object({ kind: z.literal('facts'), facts: z.array(z.tuple([z.string(), z.string()])) }),
  z.object({ kind: z.literal('table'), columns: z.array(z.string()), rows: z.array(z.array(z.string())) }),
])
export type ContractTextPart = z.infer<typeof contractTextPart>

/** SHA-256 in hexadecimal digits. */
export const textHash = z.string().regex(/^[\da-f]{64}$/)

/** `version` names the wording of the clauses; `hash` is that of the canonical form of the whole text. */
export const contractText = z.object({
  version: z.string(),
  hash: textHash,
  parts: z.array(contractTextPart),
  /** The contract is signed with a code once it is made. */
  needsSignature: z.boolean().optional(),
})
export type ContractText = z.infer<typeof contractText>
