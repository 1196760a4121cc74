import { assign, setup } from 'xstate'
import { notProvided, notProvidedAction } from './not-provided.ts'
import {
  type CodeContext,
  type CodeErrorParams,
  type CodeEvent,
  codeActions,
  codeActors,
  codeGuards,
  codeSent,
  isHopeless,
  noCode,
} from './one-time-code.ts'
import { codeStates, withRefusal } from './states/code-states.ts'
import type { SentCode } from './two-factor.ts'

/** The contract, and the hash of its text that was read. */
export type ReadText = { contract: string; textHash: string }
/** The hash of the agreement on the use of the signature that was read. */
export type ReadAgreement = { contract: string; hash: string }

type SigningContext = CodeContext & ReadText & Pick<Partial<SentCode>, 'channel' | 'target'> & { agreementHash: string }

type SigningEvent =
  | CodeEvent
  /** `isAgreed`: the person has agreed to the use of the signature before. */
  | { type: 'text.confirm'; textHash: string; isAgreed: boolean }
  | { type: 'agreement.accept'; hash: string }
  | { type: 'text.reread' }

/** Signs a contract: reads the text, agrees once to the use of the signature, enters the code that was sent for this text. */
export const contractSigningMachine = setup({
  types: {
    context: {} as SigningContext,
    events: {} as SigningEvent,
    input: {} as { contract: string },
    tags: {} as 'busy',
  },
  actors: {
    ...codeActors,
    acceptAgreement: notProvided<void, ReadAgreement>('acceptAgreement'),
    sendCode: notProvided<SentCode, ReadText>('sendCode'),
    checkCode: notProvided<void, ReadText & { code: string }>('checkCode'),
  },
  actions: {
    ...codeActions,
    takeSent: assign((_, sent: SentCode) => ({ ...codeSent(sent), channel: sent.channel, target: sent.target })),
    takeText: assign((_, { textHash }: { textHash: string }) => ({ ...noCode, textHash })),
    takeAgreement: assign((_, { hash }: { hash: string }) => ({ agreementHash: hash, refusal: null })),
    refuseText: assign((_, { refusal }: CodeErrorParams) => ({ ...noCode, refusal })),
    forgetRefusal: assign({ refusal: null }),
    close: notProvidedAction<void>,
  },
  guards: {
    ...codeGuards,
    isHopeless,
    isAgreed: (_: unknown, { isAgreed }: { isAgreed: boolean }) => isAgreed,
    isOutdated: (_: unknown, { refusal }: CodeErrorParams) =>
      ['contract-text-changed', 'state-conflict', 'not-found'].includes(refusal.type),
  },
}).createMachine({
  id: 'contractSigning',
  context: ({ input }) => ({ ...noCode, contract: input.contract, textHash: '', agreementHash: '' }),
  initial: 'reading',
  on: { 'code.cancel': '.cancelled' },
  states: {
    reading: {
      id: 'reading',
      on: {
        'text.confirm': [
          {
            guard: { type: 'isAgreed', params: ({ event }) => event },
            target: 'sending',
            actions: { type: 'takeText', params: ({ event }) => event },
          },
          { target: 'agreeing', actions: { type: 'takeText', params: ({ event }) => event } },
        ],
      },
    },
    agreeing: {
      on: {
        'agreement.accept': {
          target: 'accepting',
          actions: { type: 'takeAgreement', params: ({ event }) => event },
        },
        'text.reread': { target: 'reading', actions: 'forgetRefusal' },
      },
    },
    accepting: {
      tags: 'busy',
      invoke: {
        id: 'acceptAgreement',
        src: 'acceptAgreement',
        input: ({ context: { contract, agreementHash } }) => ({ contract, hash: agreementHash }),
        onDone: 'sending',
        onError: { target: 'agreeing', actions: withRefusal('refuseText') },
      },
    },
    ...codeStates({
      addressOf: ({ context: { contract, textHash } }: { context: SigningContext }) => ({ contract, textHash }),
      unsent: [
        { guard: withRefusal('isOutdated'), target: 'reading', actions: withRefusal('refuseText') },
        { guard: withRefusal('isHopeless'), target: 'hopeless', actions: withRefusal('refuseSending') },
        { guard: withRefusal('isUnsent'), target: 'unsent', actions: withRefusal('refuseSending') },
      ],
      unchecked: [{ guard: withRefusal('isOutdated'), target: '#reading', actions: withRefusal('refuseText') }],
      awaiting: {},
      onSent: [],
      onEnded: [],
      right: '#contractSigning.signed',
    }),
    unsent: { on: { 'code.resend': 'sending' } },
    hopeless: { description: 'There is no code to be had now: nowhere to send it to, or too many were sent.' },
    signed: { description: 'What comes next is shown until the person closes it.' },
    cancelled: { type: 'final', entry: 'close' },
  },
})
