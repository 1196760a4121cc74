import type {
  CodeArgs,
  CodeContext,
  CodeError,
  CodeErrorParams,
  EnteredCode,
  PauseTick,
} from '#src/machines/one-time-code.ts'

/** What a flow adds to the states that send and await a code. */
type Own<Context, Address, Unsent, Unchecked, Awaiting, Sent, Ended, Right> = {
  /** Input of every call: where the code goes. */
  addressOf: (known: { context: Context }) => Address
  /** Transitions after a failed first send. A failed resend leads back to the code sent before. */
  unsent: Unsent
  /** Transitions after a failed check, before those of every flow. */
  unchecked: Unchecked
  /** Additional events while a code is awaited. */
  awaiting: Awaiting
  /** Action when a code begins to be awaited. */
  onSent: Sent
  /** Action when the code can no longer be entered. */
  onEnded: Ended
  /** Transition after a correct code. */
  right: Right
}

/**
 * The states that send, await and check a code. The setup of the machine must contain `codeActors`, `codeActions`
 * and `codeGuards`.
 */
export function codeStates<
  Context,
  Address,
  const Unsent extends readonly unknown[],
  const Unchecked extends readonly unknown[],
  const Awaiting,
  const Sent,
  const Ended,
  const Right,
>({
  addressOf,
  unsent,
  unchecked,
  awaiting,
  onSent,
  onEnded,
  right,
}: Own<Context, Address, Unsent, Unchecked, Awaiting, Sent, Ended, Right>) {
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
      entry: onSent,
      invoke: {
        id: 'countPause',
        src: 'countPause',
        input: ({ context }: CodeArgs) => ({ seconds: context.pause }),
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
              ...unchecked,
              { guard: withRefusal('isLocked'), target: '#locked', actions: withRefusal('refuseCode') },
              { guard: withRefusal('endsCode'), target: 'over', actions: withRefusal('refuseCode') },
              { target: 'entering', actions: withRefusal('refuseCode') },
            ],
          },
        },
        over: { entry: onEnded, on: { 'code.resend': { guard: 'mayResend', target: '#sending' } } },
      },
    },
    locked: { id: 'locked', entry: onEnded },
  } as const
}

/** A guard or an action with the error as its parameter. */
export function withRefusal<Name extends string>(type: Name) {
  return { type, params: refusalOf } as const
}

function refusalOf({ event }: { event: { error: unknown } }): CodeErrorParams {
  return { refusal: event.error as CodeError }
}

function typedIn({ event }: { event: EnteredCode }): EnteredCode {
  return { code: event.code }
}

function sentOf<Sent>({ event }: { event: { output: Sent } }): Sent {
  return event.output
}
