import { assign, setup } from 'xstate'
import type { ActionPreview, ActionTarget, ActionTerms } from '#contract/billing/contract-actions.ts'
import { notProvided, notProvidedAction } from './not-provided.ts'
import type { CodeError, CodeErrorParams } from './one-time-code.ts'
import { withRefusal } from './states/code-states.ts'

export type ActionRequest = { terms: ActionTerms; targets: readonly ActionTarget[] }
/** One target of the action, with what was read of it. */
export type RowRequest = ActionTarget & { terms: ActionTerms; reason: string; hash: string }
/** What became of a row: null if it was done, else why not. */
export type RowResult = { number: string; refusal: CodeError | null }

type ActionContext = {
  targets: readonly ActionTarget[]
  terms: ActionTerms | null
  /** Of the rows that can be done; what is done leaves the list. */
  rows: readonly ActionPreview[]
  /** Of the rows that cannot. */
  obstructed: readonly ActionPreview[]
  reason: string
  results: readonly RowResult[]
  refusal: CodeError | null
}

type ActionEvent =
  | { type: 'terms.submit'; terms: ActionTerms }
  | { type: 'step.back' }
  | { type: 'reason.submit'; reason: string }
  | { type: 'dialog.close' }

type Previewed = { output: ActionPreview[] }

/**
 * An action of the staff on a contract, on a payment, or on many of them: choose it, read what will happen, confirm with a
 * reason. The rows are done one after another; one that is refused does not hold up the next one.
 */
export const contractActionMachine = setup({
  types: {
    context: {} as ActionContext,
    events: {} as ActionEvent,
    input: {} as { targets: readonly ActionTarget[] },
    tags: {} as 'busy',
  },
  actors: {
    preview: notProvided<ActionPreview[], ActionRequest>('preview'),
    act: notProvided<void, RowRequest>('act'),
  },
  actions: {
    takeTerms: assign((_, { terms }: { terms: ActionTerms }) => ({ terms, refusal: null })),
    takePreviews: assign((_, { output }: Previewed) => ({
      rows: output.filter(({ obstacle }) => obstacle === null),
      obstructed: output.filter(({ obstacle }) => obstacle !== null),
    })),
    takeReason: assign((_, { reason }: { reason: string }) => ({ reason, refusal: null })),
    noteDone: assign(({ context }) => noted(context, null)),
    noteRefused: assign(({ context }, { refusal }: CodeErrorParams) => noted(context, refusal)),
    refuse: assign((_, { refusal }: CodeErrorParams) => ({ refusal })),
    forgetRefusal: assign({ refusal: null }),
    close: notProvidedAction<void>,
  },
  guards: {
    isAnyPossible: (_, { output }: Previewed) => output.some(({ obstacle }) => obstacle === null),
    isLast: ({ context }) => context.rows.length === 1,
    /** Only this row: another one may be possible. */
    isOfLastRow: ({ context }, { refusal }: CodeErrorParams) => isOfRow(refusal) && context.rows.length === 1,
    isOfRow: (_, { refusal }: CodeErrorParams) => isOfRow(refusal),
  },
}).createMachine({
  id: 'contractAction',
  context: ({ input: { targets } }) => ({
    targets,
    terms: null,
    rows: [],
    obstructed: [],
    reason: '',
    results: [],
    refusal: null,
  }),
  initial: 'choosing',
  on: { 'dialog.close': '.closed' },
  states: {
    choosing: {
      on: { 'terms.submit': { target: 'previewing', actions: { type: 'takeTerms', params: ({ event }) => event } } },
    },
    previewing: {
      tags: 'busy',
      invoke: {
        id: 'preview',
        src: 'preview',
        input: ({ context: { targets, terms } }) => ({ targets, terms: terms as ActionTerms }),
        onDone: [
          {
            guard: { type: 'isAnyPossible', params: ({ event }) => event },
            target: 'confirming',
            actions: { type: 'takePreviews', params: ({ event }) => event },
          },
          { target: 'impossible', actions: { type: 'takePreviews', params: ({ event }) => event } },
        ],
        onError: { target: 'choosing', actions: withRefusal('refuse') },
      },
    },
    impossible: { on: { 'step.back': 'choosing' } },
    confirming: {
      on: {
        'reason.submit': { target: 'acting', actions: { type: 'takeReason', params: ({ event }) => event } },
        'step.back': { target: 'choosing', actions: 'forgetRefusal' },
      },
    },
    acting: {
      tags: 'busy',
      invoke: {
        id: 'act',
        src: 'act',
        input: ({ context: { rows, terms, reason } }) =>
          requestOf(rows[0] as ActionPreview, terms as ActionTerms, reason),
        onDone: [
          { guard: 'isLast', target: 'done', actions: 'noteDone' },
          { target: 'acting', reenter: true, actions: 'noteDone' },
        ],
        onError: [
          { guard: withRefusal('isOfLastRow'), target: 'done', actions: withRefusal('noteRefused') },
          { guard: withRefusal('isOfRow'), target: 'acting', reenter: true, actions: withRefusal('noteRefused') },
          { target: 'interrupted', actions: withRefusal('refuse') },
        ],
      },
    },
    interrupted: {
      description: 'The rest has not been asked for. What was asked for last is repeated with the same key.',
      on: { 'reason.submit': { target: 'acting', actions: { type: 'takeReason', params: ({ event }) => event } } },
    },
    done: { description: 'The result of each row is shown until the person closes it.' },
    closed: { type: 'final', entry: 'close' },
  },
})

function isOfRow({ type }: CodeError): boolean {
  return ['state-conflict', 'price-changed', 'not-found', 'role-missing'].includes(type)
}

function noted({ rows: [row, ...rows], results }: ActionContext, refusal: CodeError | null) {
  return { rows, results: [...results, { number: row?.number ?? '', refusal }] }
}

function requestOf({ contractUuid, paymentUuid, hash }: ActionPreview, terms: ActionTerms, reason: string): RowRequest {
  return { contractUuid, paymentUuid, hash, terms, reason }
}
