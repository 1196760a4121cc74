import { assign, setup } from 'xstate'
import { noopCallback, notProvided, notProvidedAction } from './not-provided.ts'
import type { CodeError } from './one-time-code.ts'

/** Arguments of the enrolment call. */
export type Enrolment = { campaign: string; opportunity: string; student: string; group: string }

type EnrolmentContext = {
  campaign: string
  opportunity: string
  student: string | null
  group: string | null
  refusal: CodeError['type'] | null
  /** URL of the purchase of a paid opportunity. */
  location: string | null
}

type EnrolmentEvent =
  | { type: 'student.choose'; student: string }
  | { type: 'group.choose'; group: string }
  | { type: 'enrolment.next' }
  | { type: 'enrolment.back' }
  | { type: 'enrolment.confirm' }
  | { type: 'purchase.open' }
  /** The user or the window event `2035-modal-close` closes the dialog. */
  | { type: 'modal.close' }

export type EnrolmentInput = Pick<EnrolmentContext, 'campaign' | 'opportunity'> & {
  /** Eligible students and groups with free places. A single one is preselected. */
  students: readonly string[]
  groups: readonly string[]
  /** What was chosen before a reload; it counts while it can still be chosen. */
  restored?: { student?: string; group?: string }
}

type Refused = { refusal: CodeError['type'] }

/** Enrolment in the 2035 programme: choose the child and the group, review, result. */
export const enrolmentMachine = setup({
  types: {
    context: {} as EnrolmentContext,
    events: {} as EnrolmentEvent,
    input: {} as EnrolmentInput,
    tags: {} as 'busy',
  },
  actors: {
    enrol: notProvided<{ location: string | null }, Enrolment>('enrol'),
    hearClose: noopCallback<{ type: 'modal.close' }>(),
  },
  actions: {
    takeStudent: assign((_, { student }: { student: string }) => ({ student, refusal: null })),
    takeGroup: assign((_, { group }: { group: string }) => ({ group, refusal: null })),
    takeLocation: assign((_, { location }: { location: string | null }) => ({ location, refusal: null })),
    refuse: assign((_, { refusal }: Refused) => ({ refusal })),
    loseGroup: assign({ group: null }),
    forget: assign({ refusal: null }),
    openPurchase: notProvidedAction<{ location: string | null }>,
    close: notProvidedAction<void>,
  },
  guards: {
    isChosen: ({ context }) => context.student !== null && context.group !== null,
    isFull: (_, { refusal }: Refused) => refusal === 'no-place-left',
    isToBePaid: ({ context }) => context.location !== null,
  },
}).createMachine({
  id: 'enrolment',
  context: ({ input: { students, groups, restored = {}, ...offered } }) => ({
    ...offered,
    student: firstChoice(students, restored.student),
    group: firstChoice(groups, restored.group),
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
      on: {
        'enrolment.back': { target: 'choosing', actions: 'forget' },
        // The same refusal is announced again.
        'enrolment.confirm': { target: 'enrolling', actions: 'forget' },
      },
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

/** The choice before a reload, or the only possible one. */
function firstChoice(ids: readonly string[], restored: string | undefined): string | null {
  if (restored !== undefined && ids.includes(restored)) return restored
  const [first = null, ...others] = ids
  return others.length === 0 ? first : null
}

function refusalIn({ event }: { event: { error: unknown } }): Refused {
  return { refusal: (event.error as CodeError).type }
}
