import { deletionRequestMachine } from '#src/machines/deletion-request.ts'
import type { Model } from '#tests/model-runner/model.ts'
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
import { deletionSamples } from '#tests/support/samples/deletion-samples.ts'
import { declaredProblems } from './app/declared-problems.ts'
import { refused } from './one-time-code.ts'
import { errorOf } from './rules/one-time-code.ts'

const { ownId, childId, requestId } = deletionSamples

type Context = { subjectId: string; requestId: string }
const contextOf = ({ before }: Observation) => before.context as Context

const rules: readonly Rule[] = [
  ...requirementRules([
    requirement('Сначала видно, что удалят и что останется', 'D-21', {
      in: 'choosing',
      on: 'person.choose',
      to: 'previewing',
      sets: ({ event: { subjectId } }) => ({ subjectId, refusal: null }),
    }),
    requirement('Можно выбрать другого человека', 'D-26', {
      in: 'previewing',
      on: 'step.back',
      to: 'choosing',
      sets: { refusal: null },
    }),
    requirement('Запрос уходит о том, кто выбран', 'S6', {
      in: 'previewing',
      on: 'deletion.confirm',
      to: 'sending',
      sets: { refusal: null },
      starts: (seen) => ({ requestDeletion: { subjectId: contextOf(seen).subjectId } }),
    }),
    requirement('Отправлено – сказано, что будет дальше', 'D-21', {
      in: 'sending',
      on: done('requestDeletion'),
      to: 'asked',
      sets: ({ event }) => ({ requestId: (event.output as { id: string }).id, refusal: null }),
    }),
    requirement('О неудаче сказано там же', 'D-21', [
      {
        in: 'sending',
        on: failed('requestDeletion'),
        to: 'previewing',
        sets: (seen) => ({ refusal: errorOf(seen) }),
      },
      {
        in: 'withdrawing',
        on: failed('withdrawRequest'),
        to: 'asked',
        sets: (seen) => ({ refusal: errorOf(seen) }),
      },
    ]),
    requirement('Запрос можно отозвать сразу', 'D-26', [
      {
        in: 'asked',
        on: 'request.withdraw',
        to: 'withdrawing',
        sets: { refusal: null },
        starts: (seen) => ({ withdrawRequest: { id: contextOf(seen).requestId } }),
      },
      { in: 'withdrawing', on: done('withdrawRequest'), to: 'withdrawn' },
    ]),
    requirement('Закрыть можно всегда', 'D-26', { on: 'dialog.close', to: 'closed', does: [['close']] }),
  ]),
  beginsWith('Сначала выбирают, чьи данные', 'S6', {
    state: 'choosing',
    context: { subjectId: '', requestId: '', refusal: null },
  }),
  taggedOnly('Пока идёт запрос, видно, что занято', 'S8', 'busy', ['sending', 'withdrawing']),
  rule('Запрос уходит только по кнопке', 'S6', (seen) =>
    implies(starts(seen, 'requestDeletion'), seen.event.type === 'deletion.confirm'),
  ),
  rule('Отозвано – значит, сервер принял', 'S6', ({ after, ...seen }, past) =>
    implies(
      after.matches('withdrawn'),
      [...past, { after, ...seen }].some((one) => succeeded(one, 'withdrawRequest')),
    ),
  ),
]

const offline = refused('нет связи с сервером', 'offline')
const tooMany = refused('запросов слишком много', 'too-many-requests', { retryAfter: 60 })

export const deletionRequestModel: Model = {
  machine: deletionRequestMachine,
  rules,
  title: 'Запрос на удаление данных',
  problems: declaredProblems({
    requestDeletion: 'POST /v1/profile/data-request/deletion',
    withdrawRequest: 'POST /v1/profile/data-request/{id}/withdraw',
  }),
  events: {
    'person.choose': [
      { title: 'выбраны свои данные', with: { subjectId: ownId } },
      { title: 'выбраны данные ребёнка', with: { subjectId: childId } },
    ],
    'step.back': [{ title: 'нажато «Назад»' }],
    'deletion.confirm': [{ title: 'нажато «Отправить запрос на удаление»' }],
    'request.withdraw': [{ title: 'нажато «Отозвать запрос»' }],
    'dialog.close': [{ title: 'окно закрыто' }],
    'xstate.done.actor.requestDeletion': [{ title: 'запрос принят', with: { output: { id: requestId } } }],
    'xstate.error.actor.requestDeletion': [
      offline,
      tooMany,
      refused('тем временем заключили договор', 'state-conflict'),
      refused('подтвердить, что это он, человек не захотел', 'two-factor-required'),
    ],
    'xstate.done.actor.withdrawRequest': [{ title: 'запрос отозван' }],
    'xstate.error.actor.withdrawRequest': [offline, tooMany, refused('школа уже отказала', 'state-conflict')],
  },
  impossibleProblems: {
    'requestDeletion | invalid-values': 'отправляется человек, которого дал сервер',
    'withdrawRequest | invalid-values': 'отправляется запрос, который дал сервер',
  },
  states: {
    choosing: 'выбирают, чьи данные удалить',
    previewing: 'показано, что удалят и что останется',
    sending: 'запрос уходит',
    asked: 'запрос отправлен',
    withdrawing: 'запрос отзывается',
    withdrawn: 'запрос отозван',
    closed: 'окно закрыто',
  },
}
