import { contractTerminationMachine } from '#src/machines/contract-termination.ts'
import type { Model } from '#tests/model-runner/model.ts'
import { terminated } from '#tests/support/samples/termination-samples.ts'
import { declaredProblems } from './app/declared-problems.ts'
import { refused } from './one-time-code.ts'
import { contractTerminationRules } from './rules/contract-termination.ts'

const { uuid, hash, laterHash, today, later, target, account } = terminated

/** The page accepts the sums of what is chosen. */
const sums = (lastDay: string) => ({ lastDay: lastDay || today, hash: lastDay === later ? laterHash : hash })

export const contractTerminationModel: Model = {
  machine: contractTerminationMachine,
  input: { contract: uuid },
  rules: contractTerminationRules,
  title: 'Расторжение договора',
  problems: declaredProblems({ terminate: 'POST /v1/profile/contract/{contractId}/termination' }),
  events: {
    'day.choose': ({ context }) =>
      context.lastDay === later
        ? [{ title: 'выбран прежний последний день', with: { lastDay: today } }]
        : [{ title: 'выбран другой последний день', with: { lastDay: later } }],
    'target.choose': [
      { title: 'остаток переносится на другой договор', with: { moveTo: target } },
      { title: 'остаток возвращается', with: { moveTo: null } },
    ],
    'sums.accept': ({ context }) => [
      { title: 'всё платили онлайн', with: { ...sums(context.lastDay), needsAccount: false } },
      { title: 'часть платили не онлайн', with: { ...sums(context.lastDay), needsAccount: true } },
    ],
    'account.submit': [{ title: 'введён счёт', with: { account } }],
    'step.back': [{ title: 'нажато «Назад»' }],
    'termination.confirm': [{ title: 'нажато «Расторгнуть договор»' }],
    'dialog.close': [{ title: 'окно закрыто' }],
    'xstate.done.actor.terminate': [{ title: 'договор расторгается' }],
    'xstate.error.actor.terminate': [
      refused('суммы изменились', 'price-changed'),
      refused('договор уже не действует', 'state-conflict'),
      refused('счёт не принят', 'invalid-values'),
      refused('нет связи с сервером', 'offline'),
      refused('запросов слишком много', 'too-many-requests', { retryAfter: 60 }),
    ],
  },
  impossibleProblems: {
    'terminate | two-factor-required': 'код спрашивает своё окно, у него своя модель',
  },
  states: {
    calculating: 'показан расчёт',
    enteringAccount: 'вводят счёт для перевода',
    confirming: 'показано, что подтверждают',
    sending: 'запрос уходит',
    asked: 'договор расторгается',
    closed: 'окно закрыто',
  },
  /** Each choice of day and destination is a place of its own only until the sums are accepted. */
  stateKey: ({ value, context }) =>
    JSON.stringify([value, context.refusal?.type ?? null, context.account !== null, context.moveTo, context.lastDay]),
}
