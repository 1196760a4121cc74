import { isDeepStrictEqual } from 'node:util'
import type { Call } from '#contract/call.ts'
import { Spelled } from '#server/db/spelled.ts'

/** In development and tests: an answer that is not what the contract says, down to a field too many, fails loudly. */
export function checkAnswer(call: Call, answer: unknown): void {
  if (!call.answer) {
    if (answer === undefined) return
    throw new Error(`${call.address} is declared without an answer and gave one`)
  }
  const sent: unknown = JSON.parse(answer instanceof Spelled ? answer.text : (JSON.stringify(answer) ?? 'null'))
  const { success, data, error } = call.answer.safeParse(sent)
  if (!success) throw new Error(`${call.address} does not answer as declared: ${error.message}`)
  if (!isDeepStrictEqual(data, sent)) throw new Error(`${call.address} answers with fields that are not declared`)
}
