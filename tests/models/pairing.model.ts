import type { CodeError } from '#src/machines/one-time-code.ts'
import { type LookedAt, type PairingOffer, pairingMachine } from '#src/machines/pairing.ts'
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
import { implies, performs, type Rule, rule, starts, succeeded } from '#tests/model-runner/rule.ts'
import { declaredProblems } from './app/declared-problems.ts'
import { refused } from './one-time-code.ts'
import { errorOf } from './rules/one-time-code.ts'

export const pairingCode = 'ACE7HK'

const child = { firstName: 'Артём', lastName: 'Белов' }
export const guardianOffer: PairingOffer = {
  kind: 'guardian',
  preset: 'learning',
  child,
  madeBy: 'Белова Анна',
  isBySchool: false,
}
export const studentOffer: PairingOffer = { kind: 'student', preset: null, child, madeBy: null, isBySchool: true }

const nothing = { offer: null, obstacle: null, refusal: null }
const lookOf = ({ event }: Observation) => event.output as LookedAt
const isRefused =
  (...types: CodeError['type'][]) =>
  (seen: Observation) =>
    types.includes(errorOf(seen).type)
const isLocked = isRefused('factor-locked')
const isOutdated = isRefused('state-conflict', 'code-wrong')
const refusal = (seen: Observation) => ({ ...nothing, refusal: errorOf(seen) })

const rules: readonly Rule[] = [
  ...requirementRules([
    requirement('Сначала видно, чей это код и что он даёт', 'S6', [
      {
        in: 'entering',
        on: 'code.submit',
        to: 'looking',
        sets: ({ event: { code } }) => ({ ...nothing, code }),
        starts: ({ event: { code } }) => ({ lookAtCode: { code } }),
      },
      {
        in: 'looking',
        on: done('lookAtCode'),
        if: (seen) => lookOf(seen).obstacle === null,
        to: 'reviewing',
        sets: (seen) => ({ ...lookOf(seen), refusal: null }),
      },
    ]),
    requirement('Код, который человеку не подходит, объяснён, и можно ввести другой', 'D-21', [
      {
        in: 'looking',
        on: done('lookAtCode'),
        if: (seen) => lookOf(seen).obstacle !== null,
        to: 'refused',
        sets: (seen) => ({ ...lookOf(seen), refusal: null }),
      },
      { in: ['reviewing', 'refused'], on: 'code.edit', to: 'entering', sets: nothing },
    ]),
    requirement('О неверном коде и о неудаче сказано, введённое осталось', 'D-21', [
      { in: 'looking', on: failed('lookAtCode'), if: isLocked, to: 'locked', sets: refusal },
      {
        in: 'looking',
        on: failed('lookAtCode'),
        if: (seen) => !isLocked(seen),
        to: 'entering',
        sets: refusal,
      },
    ]),
    requirement('Связь появляется, только когда человек подтвердил то, что видел', 'S6', [
      {
        in: 'reviewing',
        on: 'pairing.confirm',
        to: 'pairing',
        sets: { refusal: null },
        starts: ({ after }) => ({ useCode: { code: after.context.code } }),
      },
      { in: 'pairing', on: done('useCode'), to: 'paired', does: [['notifyPaired'], ['close']] },
      { in: 'pairing', on: failed('useCode'), if: isLocked, to: 'locked', sets: refusal },
      {
        in: 'pairing',
        on: failed('useCode'),
        if: isOutdated,
        to: 'looking',
        starts: ({ after }) => ({ lookAtCode: { code: after.context.code } }),
      },
      {
        in: 'pairing',
        on: failed('useCode'),
        if: (seen) => !isLocked(seen) && !isOutdated(seen),
        to: 'reviewing',
        sets: (seen) => ({ refusal: errorOf(seen) }),
      },
    ]),
    requirement('Передумать можно всегда', 'S8', { on: 'code.cancel', to: 'cancelled', does: [['close']] }),
  ]),
  beginsWith('Сначала код вводят', 'S6', { state: 'entering', context: { ...nothing, code: '' } }),
  taggedOnly('Пока идёт запрос, видно, что занято', 'S8', 'busy', ['looking', 'pairing']),
  rule('Код используется только по кнопке', 'S6', (seen) =>
    implies(starts(seen, 'useCode'), seen.event.type === 'pairing.confirm'),
  ),
  rule('«Готово» говорится, только когда сервер связал', 'S6', (seen) =>
    implies(performs(seen, 'notifyPaired'), succeeded(seen, 'useCode')),
  ),
]

const locked = refused('неверных кодов слишком много', 'factor-locked', { retryAfter: 86_400 })
const wrong = refused('код не подошёл', 'code-wrong', { triesLeft: 3 })
const tooMany = refused('запросов слишком много', 'too-many-requests', { retryAfter: 60 })
const offline = refused('нет связи с сервером', 'offline')

export const pairingModel: Model = {
  machine: pairingMachine,
  rules,
  title: 'Код от школы или родителя',
  problems: declaredProblems({
    lookAtCode: 'POST /v1/profile/pairing/preview',
    useCode: 'POST /v1/profile/pairing',
  }),
  events: {
    'code.submit': [{ title: 'введён код', with: { code: pairingCode } }],
    'code.edit': [{ title: 'нажато «Ввести другой код»' }],
    'pairing.confirm': [{ title: 'нажата кнопка подтверждения' }],
    'code.cancel': [{ title: 'нажато «Отменить»' }],
    'xstate.done.actor.lookAtCode': [
      { title: 'код для родителя', with: { output: { offer: guardianOffer, obstacle: null } } },
      { title: 'код для самого ученика', with: { output: { offer: studentOffer, obstacle: null } } },
      { title: 'код уже использован', with: { output: { offer: null, obstacle: 'used' } } },
    ],
    'xstate.error.actor.lookAtCode': [wrong, locked, offline, tooMany],
    'xstate.done.actor.useCode': [{ title: 'код использован' }],
    'xstate.error.actor.useCode': [
      ...[offline, locked, wrong, tooMany],
      refused('код использовал другой человек', 'state-conflict'),
      refused('учётную запись связать нельзя', 'accounts-not-joinable'),
      refused('подтвердить, что это он, человек не захотел', 'two-factor-required'),
    ],
  },
  impossibleProblems: {
    'lookAtCode | invalid-values': 'форма пропускает только код из шести букв и цифр',
    'useCode | invalid-values': 'отправляется код, который сервер уже принял',
  },
  states: {
    entering: 'вводят код',
    looking: 'код проверяется',
    reviewing: 'показано, чей код и что он даёт',
    pairing: 'код используется',
    refused: 'код не подходит, сказано почему',
    locked: 'ввод кодов закрыт на сутки',
    paired: 'связь появилась',
    cancelled: 'человек передумал',
  },
}
