import type { Observation } from '#tests/model-runner/observations.ts'
import {
  beginsWith,
  done,
  failed,
  requirement,
  requirementRules,
  taggedOnly,
} from '#tests/model-runner/requirements.ts'
import { implies, type Rule, rule, starts, succeeded } from '#tests/model-runner/rule.ts'
import { terminated } from '#tests/support/samples/termination-samples.ts'

type Context = { account: object | null; hash: string; refusal: { type: string } | null }

const errorOf = ({ event }: Observation) => event.error as { type: string }
const isOutdated = (seen: Observation) => ['price-changed', 'state-conflict', 'not-found'].includes(errorOf(seen).type)
const isOfAccount = (seen: Observation) =>
  errorOf(seen).type === 'invalid-values' && (seen.before.context as Context).account !== null
const rejected = (seen: Observation) => ({ refusal: errorOf(seen) })
const requestOf = ({ before }: Observation) => {
  const { refusal: _, ...request } = before.context as Context
  return request
}

/** What is demanded of the end of a contract that its customer asks for. */
export const contractTerminationRules: readonly Rule[] = [
  ...requirementRules([
    requirement('Сумма – для выбранного дня и получателя денег', 'S3', [
      {
        in: 'calculating',
        on: 'day.choose',
        to: 'calculating',
        sets: ({ event }) => ({ lastDay: event.lastDay, refusal: null }),
      },
      {
        in: 'calculating',
        on: 'target.choose',
        to: 'calculating',
        sets: ({ event }) => ({ moveTo: event.moveTo, refusal: null }),
      },
    ]),
    requirement('Счёт спрашивают, только если часть платили не онлайн', 'S3', [
      {
        in: 'calculating',
        on: 'sums.accept',
        if: ({ event }) => event.needsAccount,
        to: 'enteringAccount',
        sets: ({ event }) => ({ lastDay: event.lastDay, hash: event.hash, refusal: null }),
      },
      {
        in: 'calculating',
        on: 'sums.accept',
        if: ({ event }) => !event.needsAccount,
        to: 'confirming',
        sets: ({ event }) => ({ lastDay: event.lastDay, hash: event.hash, account: null, refusal: null }),
      },
      {
        in: 'enteringAccount',
        on: 'account.submit',
        to: 'confirming',
        sets: ({ event }) => ({ account: event.account, refusal: null }),
      },
    ]),
    requirement('К расчёту можно вернуться, набранное остаётся', 'D-26', {
      in: ['enteringAccount', 'confirming'],
      on: 'step.back',
      to: 'calculating',
      sets: { refusal: null },
    }),
    requirement('Договор расторгают после подтверждения тех сумм, что показаны', 'S3', {
      in: 'confirming',
      on: 'termination.confirm',
      to: 'sending',
      sets: { refusal: null },
      starts: (seen) => ({ terminate: requestOf(seen) }),
    }),
    requirement('Расторгнуто – сказано, что будет дальше', 'S3', { in: 'sending', on: done('terminate'), to: 'asked' }),
    requirement('Если что-то изменилось, показан новый расчёт', 'D-21', {
      in: 'sending',
      on: failed('terminate'),
      if: isOutdated,
      to: 'calculating',
      sets: rejected,
    }),
    requirement('Неверный счёт исправляют, об остальном сказано у подтверждения', 'D-21', [
      { in: 'sending', on: failed('terminate'), if: isOfAccount, to: 'enteringAccount', sets: rejected },
      {
        in: 'sending',
        on: failed('terminate'),
        if: (seen) => !isOutdated(seen) && !isOfAccount(seen),
        to: 'confirming',
        sets: rejected,
      },
    ]),
    requirement('Закрыть можно всегда', 'D-26', { on: 'dialog.close', to: 'closed', does: [['close']] }),
  ]),
  beginsWith('Сначала показывают расчёт', 'S3', {
    state: 'calculating',
    context: { contract: terminated.uuid, lastDay: '', moveTo: null, hash: '', account: null, refusal: null },
  }),
  taggedOnly('Пока запрос идёт, видно, что занято', 'S8', 'busy', ['sending']),
  rule('Ничего не уходит, пока суммы не приняты', 'S3', (seen, past) =>
    implies(
      starts(seen, 'terminate'),
      [...past, seen].some(({ event }) => event.type === 'sums.accept'),
    ),
  ),
  rule('Расторгается – значит, сервер принял', 'S3', ({ after, ...seen }, past) =>
    implies(
      after.matches('asked'),
      [...past, { after, ...seen }].some((one) => succeeded(one, 'terminate')),
    ),
  ),
]
