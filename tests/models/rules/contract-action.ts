import type { ActionPreview } from '#contract/billing/contract-actions.ts'
import type { Observation } from '#tests/model-runner/observations.ts'
import {
  beginsWith,
  done,
  failed,
  requirement,
  requirementRules,
  taggedOnly,
} from '#tests/model-runner/requirements.ts'
import { implies, type Rule, rule, starts } from '#tests/model-runner/rule.ts'
import { actedOn } from '#tests/support/samples/contract-action-samples.ts'

type Result = { number: string; refusal: { type: string } | null }
type Context = { terms: object | null; rows: ActionPreview[]; reason: string; results: Result[] }

const contextOf = ({ before }: Observation) => before.context as Context
const errorOf = ({ event }: Observation) => event.error as { type: string }
const isOfRow = (seen: Observation) =>
  ['state-conflict', 'price-changed', 'not-found', 'role-missing'].includes(errorOf(seen).type)
const isLast = (seen: Observation) => contextOf(seen).rows.length === 1
const isPossible = ({ event }: Observation) =>
  (event.output as ActionPreview[]).some(({ obstacle }) => obstacle === null)
const previews = ({ event }: Observation) => {
  const all = event.output as ActionPreview[]
  return {
    rows: all.filter(({ obstacle }) => obstacle === null),
    obstructed: all.filter(({ obstacle }) => obstacle !== null),
  }
}
const requestOf = ({ contractUuid, paymentUuid, hash }: ActionPreview, terms: object | null, reason: unknown) => ({
  contractUuid,
  paymentUuid,
  hash,
  terms,
  reason,
})
const noted = (refusal: (seen: Observation) => object | null) => (seen: Observation) => {
  const { rows, results } = contextOf(seen)
  return { rows: rows.slice(1), results: [...results, { number: rows[0]?.number, refusal: refusal(seen) }] }
}
const nextRow = (seen: Observation) => {
  const { rows, terms, reason } = contextOf(seen)
  return { act: requestOf(rows[1] as ActionPreview, terms, reason) }
}

/** What is demanded of an action of the staff on one or several contracts. */
export const contractActionRules: readonly Rule[] = [
  ...requirementRules([
    requirement('Сначала считают, что изменится', 'S3', {
      in: 'choosing',
      on: 'terms.submit',
      to: 'previewing',
      sets: ({ event }) => ({ terms: event.terms, refusal: null }),
      starts: ({ event }) => ({ preview: { targets: actedOn.targets, terms: event.terms } }),
    }),
    requirement('Показано, что изменится, и отдельно – что нет', 'S3', {
      in: 'previewing',
      on: done('preview'),
      if: isPossible,
      to: 'confirming',
      sets: previews,
    }),
    requirement('Если ничего нельзя, сказано почему', 'D-21', {
      in: 'previewing',
      on: done('preview'),
      if: (seen) => !isPossible(seen),
      to: 'impossible',
      sets: previews,
    }),
    requirement('О неудаче подсчёта сказано у выбора', 'D-21', {
      in: 'previewing',
      on: failed('preview'),
      to: 'choosing',
      sets: (seen) => ({ refusal: errorOf(seen) }),
    }),
    requirement('К выбору можно вернуться', 'D-26', [
      { in: 'impossible', on: 'step.back', to: 'choosing' },
      { in: 'confirming', on: 'step.back', to: 'choosing', sets: { refusal: null } },
    ]),
    requirement('Выполняется с причиной, начиная с первой строки', 'S3', {
      in: ['confirming', 'interrupted'],
      on: 'reason.submit',
      to: 'acting',
      sets: ({ event }) => ({ reason: event.reason, refusal: null }),
      starts: (seen) => {
        const { rows, terms } = contextOf(seen)
        return { act: requestOf(rows[0] as ActionPreview, terms, seen.event.reason) }
      },
    }),
    requirement('За выполненной строкой идёт следующая', 'S3', [
      {
        in: 'acting',
        on: done('act'),
        if: (seen) => !isLast(seen),
        to: 'acting',
        sets: noted(() => null),
        starts: nextRow,
      },
      { in: 'acting', on: done('act'), if: isLast, to: 'done', sets: noted(() => null) },
    ]),
    requirement('Отказ по одной строке не мешает остальным', 'D-21', [
      {
        in: 'acting',
        on: failed('act'),
        if: (seen) => isOfRow(seen) && !isLast(seen),
        to: 'acting',
        sets: noted(errorOf),
        starts: nextRow,
      },
      {
        in: 'acting',
        on: failed('act'),
        if: (seen) => isOfRow(seen) && isLast(seen),
        to: 'done',
        sets: noted(errorOf),
      },
    ]),
    requirement('Прерванное можно продолжить', 'D-21', {
      in: 'acting',
      on: failed('act'),
      if: (seen) => !isOfRow(seen),
      to: 'interrupted',
      sets: (seen) => ({ refusal: errorOf(seen) }),
    }),
    requirement('Закрыть можно всегда', 'D-26', { on: 'dialog.close', to: 'closed', does: [['close']] }),
  ]),
  beginsWith('Сначала выбирают действие', 'S3', {
    state: 'choosing',
    context: {
      targets: actedOn.targets,
      terms: null,
      rows: [],
      obstructed: [],
      reason: '',
      results: [],
      refusal: null,
    },
  }),
  taggedOnly('Пока запрос идёт, видно, что занято', 'S8', 'busy', ['previewing', 'acting']),
  rule('Ничего не выполняется без причины', 'S3', (seen, past) =>
    implies(
      starts(seen, 'act'),
      [...past, seen].some(({ event }) => event.type === 'reason.submit'),
    ),
  ),
]
