import type { CodeContext, CodeRefusal, Known, PauseTick, Refused, Typed } from './one-time-code.ts'

/** What a flow adds to sending a code and waiting for it. */
type Own<Context, Address, Unsent, Awaiting> = {
  /** What the server must be told each time of where the code goes. */
  addressOf: (known: { context: Context }) => Address
  /** Where a refusal to send leads when there is no code; any other leads back to the code sent before. */
  unsent: Unsent
  /** What else may happen while a code is awaited. */
  awaiting: Awaiting
  /** The state after a right code, by its id. */
  right: string
}

/**
 * The states in which a code is sent, awaited and checked; the machine's own setup judges whether they fit it.
 * That setup holds `codeActors` and `codeGuards`.
 */
export function codeStates<Context, Address, const Unsent extends readonly unknown[], const Awaiting>({
  addressOf,
  unsent,
  awaiting,
  right,
}: Own<Context, Address, Unsent, Awaiting>) {
  return {
    sending: {
      id: 'sending',
      tags: 'busy',
      invoke: {
        id: 'sendCode',
        src: 'sendCode',
        input: addressOf,
        onDone: { target: 'awaiting', actions: { type: 'takeSent', params: sentOf } },
        onError: [
          { guard: withRefusal('isLocked'), target: 'locked', actions: withRefusal('refuseSending') },
          ...unsent,
          { guard: 'isOver', target: 'awaiting.over', actions: withRefusal('refuseSending') },
          { target: 'awaiting', actions: withRefusal('refuseSending') },
        ],
      },
    },
    awaiting: {
      description: 'A code has been sent; the pause before the next one runs on whatever the person does.',
      invoke: {
        id: 'countPause',
        src: 'countPause',
        input: ({ context }: Known) => ({ seconds: context.pause }),
      },
      on: {
        'pause.ticked': { actions: { type: 'takeTick', params: ({ event }: { event: PauseTick }) => event } },
        ...awaiting,
      },
      initial: 'entering',
      states: {
        entering: {
          on: {
            'code.submit': {
              guard: { type: 'isUntried', params: typedIn },
              target: 'checking',
              actions: { type: 'takeCode', params: typedIn },
            },
            'code.resend': { guard: 'mayResend', target: '#sending' },
          },
        },
        checking: {
          tags: 'busy',
          invoke: {
            id: 'checkCode',
            src: 'checkCode',
            input: ({ context }: { context: Context & Pick<CodeContext, 'tried'> }) => ({
              ...addressOf({ context }),
              code: context.tried ?? '',
            }),
            onDone: right,
            onError: [
              { guard: withRefusal('isLocked'), target: '#locked', actions: withRefusal('refuseCode') },
              { guard: withRefusal('endsCode'), target: 'over', actions: withRefusal('refuseCode') },
              { target: 'entering', actions: withRefusal('refuseCode') },
            ],
          },
        },
        over: { on: { 'code.resend': { guard: 'mayResend', target: '#sending' } } },
      },
    },
    locked: { id: 'locked' },
  } as const
}

/** A guard or an action that is handed what was refused. */
export function withRefusal<Name extends string>(type: Name) {
  return { type, params: refusalOf } as const
}

function refusalOf({ event }: { event: { error: unknown } }): Refused {
  return { refusal: event.error as CodeRefusal }
}

function typedIn({ event }: { event: Typed }): Typed {
  return { code: event.code }
}

function sentOf<Sent>({ event }: { event: { output: Sent } }): Sent {
  return event.output
}
