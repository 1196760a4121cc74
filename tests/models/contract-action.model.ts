import { contractActionMachine } from '#src/machines/contract-action.ts'
import type { Model } from '#tests/model-runner/model.ts'
import { actedOn, previewOf } from '#tests/support/samples/contract-action-samples.ts'
import { declaredProblems } from './app/declared-problems.ts'
import { refused } from './one-time-code.ts'
import { contractActionRules } from './rules/contract-action.ts'

export const contractActionModel: Model = {
  machine: contractActionMachine,
  input: { targets: actedOn.targets },
  rules: contractActionRules,
  title: 'Действие с договорами',
  problems: declaredProblems({
    preview: 'POST /v1/admin/contract-action/preview',
    act: 'POST /v1/admin/contract/{contractId}/action',
  }),
  events: {
    'terms.submit': [{ title: 'выбран перенос срока', with: { terms: actedOn.terms } }],
    'reason.submit': [{ title: 'написана причина', with: { reason: actedOn.reason } }],
    'step.back': [{ title: 'нажато «Назад»' }],
    'dialog.close': [{ title: 'окно закрыто' }],
    'xstate.done.actor.preview': [
      { title: 'оба платежа можно перенести', with: { output: [previewOf(0), previewOf(1)] } },
      { title: 'один из платежей уже оплачен', with: { output: [previewOf(0), previewOf(1, 'paid')] } },
      { title: 'оба платежа уже оплачены', with: { output: [previewOf(0, 'paid'), previewOf(1, 'paid')] } },
    ],
    'xstate.error.actor.preview': [
      refused('сервер не принял значение', 'invalid-values'),
      refused('нет связи с сервером', 'offline'),
      refused('запросов слишком много', 'too-many-requests', { retryAfter: 60 }),
    ],
    'xstate.done.actor.act': [{ title: 'строка выполнена' }],
    'xstate.error.actor.act': [
      refused('платёж успели изменить', 'price-changed'),
      refused('сервер не принял значение', 'invalid-values'),
      refused('подтвердить, что это он, человек не захотел', 'two-factor-required'),
      refused('нет связи с сервером', 'offline'),
      refused('запросов слишком много', 'too-many-requests', { retryAfter: 60 }),
    ],
  },
  states: {
    choosing: 'выбирают действие',
    previewing: 'сервер считает, что изменится',
    impossible: 'показано, почему нельзя',
    confirming: 'показано, что изменится',
    acting: 'строки выполняются',
    interrupted: 'выполнение прервалось',
    done: 'показан итог по строкам',
    closed: 'окно закрыто',
  },
  stateKey: ({ value, context }) =>
    JSON.stringify([
      ...[value, context.refusal?.type ?? null, context.rows.length, context.obstructed.length],
      context.results.map(({ refusal }: { refusal: { type: string } | null }) => refusal?.type ?? null),
    ]),
}
