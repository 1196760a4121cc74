import { assign, setup } from 'xstate'
import type { CodeRefusal } from './one-time-code.ts'
import { deaf, unprovided, unprovidedAction } from './unprovided.ts'

/** Who is enrolled in what. */
export type Enrolment = { campaign: string; opportunity: string; student: string; group: string }

type EnrolmentContext = {
  campaign: string
  opportunity: string
  student: string | null
  group: string | null
  refusal: CodeRefusal['type'] | null
  /** Where what costs something is paid for. */
  location: string | null
}

type EnrolmentEvent =
  | { type: 'student.choose'; student: string }
  | { type: 'group.choose'; group: string }
  | { type: 'enrolment.next' }
  | { type: 'enrolment.back' }
  | { type: 'enrolment.confirm' }
  | { type: 'purchase.open' }
  /** The person closes the dialog, or the app event «2035 modal close» does (S3). */
  | { type: 'modal.close' }

export type EnrolmentInput = Pick<EnrolmentContext, 'campaign' | 'opportunity'> & {
  /** Who may enrol, and groups with a place: where there is one only, it is chosen already. */
  students: readonly string[]
  groups: readonly string[]
}

type Refused = { refusal: CodeRefusal['type'] }

/** Enrolment in the 2035 programme: the child, where there are several, and the group, a last look, and what came of it. */
export const enrolmentMachine = setup({
  types: {
    context: {} as EnrolmentContext,
    events: {} as EnrolmentEvent,
    input: {} as EnrolmentInput,
    tags: {} as 'busy',
  },
  actors: {
    enrol: unprovided<{ location: string | null }, Enrolment>('enrol'),
    hearClose: deaf<{ type: 'modal.close' }>(),
  },
  actions: {
    takeStudent: assign((_, { student }: { student: string }) => ({ student, refusal: null })),
    takeGroup: assign((_, { group }: { group: string }) => ({ group, refusal: null })),
    takeLocation: assign((_, { location }: { location: string | null }) => ({ location, refusal: null })),
    refuse: assign((_, { refusal }: Refused) => ({ refusal })),
    loseGroup: assign({ group: null }),
    forget: assign({ refusal: null }),
    openPurchase: unprovidedAction<{ location: string | null }>,
    close: unprovidedAction<void>,
  },
  guards: {
    isChosen: ({ context }) => context.student !== null && context.group !== null,
    isFull: (_, { refusal }: Refused) => refusal === 'no-place-left',
    isToBePaid: ({ context }) => context.location !== null,
  },
}).createMachine({
  id: 'enrolment',
  context: ({ input: { students, groups, ...offered } }) => ({
    ...offered,
    student: onlyOneOf(students),
    group: onlyOneOf(groups),
    refusal: null,
    location: null,
  }),
  invoke: { id: 'hearClose', src: 'hearClose' },
  initial: 'choosing',
  on: { 'modal.close': '.closed' },
  states: {
    choosing: {
      on: {
        'student.choose': { actions: { type: 'takeStudent', params: ({ event }) => event } },
        'group.choose': { actions: { type: 'takeGroup', params: ({ event }) => event } },
        'enrolment.next': { guard: 'isChosen', target: 'confirming' },
      },
    },
    confirming: {
      on: { 'enrolment.back': { target: 'choosing', actions: 'forget' }, 'enrolment.confirm': 'enrolling' },
    },
    enrolling: {
      tags: 'busy',
      invoke: {
        id: 'enrol',
        src: 'enrol',
        input: ({ context: { campaign, opportunity, student, group } }) => ({
          campaign,
          opportunity,
          student: student ?? '',
          group: group ?? '',
        }),
        onDone: { target: 'enrolled', actions: { type: 'takeLocation', params: ({ event }) => event.output } },
        onError: [
          {
            guard: { type: 'isFull', params: refusalIn },
            target: 'choosing',
            actions: [{ type: 'refuse', params: refusalIn }, 'loseGroup'],
          },
          { target: 'confirming', actions: { type: 'refuse', params: refusalIn } },
        ],
      },
    },
    enrolled: {
      on: {
        'purchase.open': {
          guard: 'isToBePaid',
          actions: { type: 'openPurchase', params: ({ context: { location } }) => ({ location }) },
        },
      },
    },
    closed: { type: 'final', entry: 'close' },
  },
})

function onlyOneOf(ids: readonly string[]): string | null {
  const [first = null, ...others] = ids
  return others.length === 0 ? first : null
}

function refusalIn({ event }: { event: { error: unknown } }): Refused {
  return { refusal: (event.error as CodeRefusal).type }
}
