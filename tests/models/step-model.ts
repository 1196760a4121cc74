import { isDeepStrictEqual } from 'node:util'
import type { AnyMachineSnapshot } from 'xstate'
import type { Case } from '#tests/model-runner/model.ts'

/** Shared declarations of the models of flows with their step in the URL. */
export const urlModel = {
  listeners: { followAddress: ['address.changed'] },
  impossible: {
    'xstate.done.actor.followAddress': 'за адресом следят, пока открыта страница',
    'xstate.error.actor.followAddress': 'следить за адресом нечему помешать',
    'xstate.error.actor.validateLocation': 'чего не узнать, то принимается как есть',
  },
}

export function urlCase(title: string, location: object): Case {
  return { title: `адрес ведёт ${title}`, with: { location } }
}

type Addresses = {
  beginning: object
  away: Case
  /** The state that waits for an answer about its address: its own one and that of the step before. */
  waiting: { state: string; own: Case; back: Case }
  others: readonly Case[]
}

/**
 * Every address is opened at the beginning. An address is handled alike in every state, so `away` is opened in each; the
 * state that waits for an answer is not left.
 */
export function addressCases({ beginning, away, waiting: { state, own, back }, others }: Addresses) {
  return ({ value, context }: AnyMachineSnapshot): Case[] => {
    if (value === 'validatingLocation' && isDeepStrictEqual(context.location, beginning))
      return [away, own, back, ...others]
    return value === state ? [own, back] : [away]
  }
}

export function refused(title: string, refusal: string): Case {
  return { title, with: { error: { refusal } } }
}
