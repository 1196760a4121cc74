import { isDeepStrictEqual } from 'node:util'
import type { Observation } from '#tests/model-runner/observations.ts'
import {
  beginsWith,
  done,
  failed,
  requirement,
  requirementRules,
  taggedOnly,
} from '#tests/model-runner/requirements.ts'
import { type Rule, rule, starts } from '#tests/model-runner/rule.ts'

/** The message of a long wait is shown after five seconds, not before. */
function slowInTime(waiting: string): readonly Rule[] {
  const isPrompt = ({ after }: Pick<Observation, 'after'>) => after.matches({ [waiting]: 'prompt' })
  return [
    {
      title: '«Дольше обычного» говорится через 5 секунд, не раньше',
      source: 'S4',
      holds: (seen) => isDeepStrictEqual(seen.timers, isPrompt(seen) ? [5000] : []),
      holdsAtStart: ({ timers }) => isDeepStrictEqual(timers, [5000]),
    },
    taggedOnly('Что ждать приходится дольше обычного, сказано', 'S4', 'slow', [`${waiting}.slow`]),
  ]
}

/** A flow is over in these states, and nowhere else. */
function isOverIn(states: readonly string[], source: string): Rule {
  return {
    title: 'Где всё кончилось, ждать больше нечего',
    source,
    holds: ({ after }) => (after.status === 'done') === states.some((state) => after.matches(state)),
  }
}

const locationGiven = ({ event }: Observation) => [['replacePage', { location: event.output }]] as const

export const oauthResultRules: readonly Rule[] = [
  ...slowInTime('sending'),
  ...requirementRules([
    requirement(
      'Открывают только тот адрес, что дал сервер; без адреса — главную, при отказе — страницу 500 с причиной',
      'S4',
      [
        {
          in: 'sending',
          on: done('sendResult'),
          if: ({ event }) => event.output !== null,
          to: 'leaving',
          does: locationGiven,
        },
        {
          in: 'sending',
          on: done('sendResult'),
          if: ({ event }) => event.output === null,
          to: 'goingHome',
          does: [['openHome']],
        },
        {
          in: 'sending',
          on: failed('sendResult'),
          to: 'failed',
          does: ({ event: { error } }) => [['showFailure', { reason: error.reason, requestId: error.requestId }]],
        },
        { in: 'sending.prompt', on: 'xstate.after.slowAfter.oauthResult.sending.prompt', to: 'sending.slow' },
      ],
    ),
  ]),
  {
    title: 'Провайдеру верят один раз: ответ отправляется однажды, таким, как пришёл',
    source: 'D-3',
    holds: (observation) => !starts(observation, 'sendResult'),
    holdsAtStart: ({ after, begun }) =>
      isDeepStrictEqual(begun, [{ id: 'sendResult', input: (after.context as { result: object }).result }]),
  },
  isOverIn(['leaving', 'goingHome', 'failed'], 'S4'),
]

export const signOutRules: readonly Rule[] = [
  ...slowInTime('asking'),
  ...requirementRules([
    requirement('Выходят только по ссылке сервера, и страница заменяется', 'D-4', [
      { in: 'asking', on: done('requestLogoutLink'), to: 'leaving', does: locationGiven },
      { in: 'asking.prompt', on: 'xstate.after.slowAfter.signOut.asking.prompt', to: 'asking.slow' },
    ]),
    requirement('О неудаче сказано, и можно попробовать снова', 'D-4', [
      { in: 'asking', on: failed('requestLogoutLink'), to: 'failed' },
      { in: 'failed', on: 'signOut.retry', to: 'asking.prompt', starts: { requestLogoutLink: null } },
    ]),
  ]),
  beginsWith('Ссылку просят сразу и по одной: она одноразовая', 'D-4', {
    state: 'asking.prompt',
    context: {},
    starts: { requestLogoutLink: null },
  }),
  taggedOnly('Неудачу видно', 'D-4', 'failed', ['failed']),
  isOverIn(['leaving'], 'D-4'),
]

const answers = ({ event }: Observation) => event.output === true
const isSilent = (seen: Observation) => !answers(seen)
const returned = ({ before }: Observation) => [['returnToWork', { from: before.context.from }]] as const

export const recoveryRules: readonly Rule[] = [
  ...requirementRules([
    requirement('Сервер, который отвечает, пока один вызов не удаётся, по кругу не спрашивают', 'S8', {
      in: 'checking',
      on: done('checkServer'),
      if: answers,
      to: 'answering',
    }),
    requirement('Молчащий сервер спрашивают снова', 'S8', [
      { in: 'checking', on: [done('checkServer'), failed('checkServer')], if: isSilent, to: 'silent' },
      {
        in: 'silent',
        on: 'xstate.after.pause.recovery.silent',
        to: 'checkingAgain',
        starts: { checkServerAgain: null },
      },
      { in: 'checkingAgain', on: [done('checkServerAgain'), failed('checkServerAgain')], if: isSilent, to: 'silent' },
    ]),
    requirement('Страница возвращается туда, где был человек: по кнопке или когда молчавший сервер ответил', 'S8', [
      { on: 'recovery.retry', to: 'returning', does: returned },
      { in: 'checkingAgain', on: done('checkServerAgain'), if: answers, to: 'returning', does: returned },
    ]),
  ]),
  {
    title: 'Сервер проверяют сразу, а молчащий — не чаще, чем раз в 3 секунды',
    source: 'S8',
    holds: ({ after, timers }) => isDeepStrictEqual(timers, after.matches('silent') ? [3000] : []),
    holdsAtStart: ({ after, begun, timers }) =>
      after.matches('checking') && begun.map(({ id }) => id).join() === 'checkServer' && timers.length === 0,
  },
  rule('Проверка ничего не узнаёт, кроме ответа сервера', 'S8', ({ begun }) =>
    begun.every(({ input }) => input === undefined),
  ),
  taggedOnly('Молчание сервера видно', 'S8', 'silent', ['silent', 'checkingAgain']),
  isOverIn(['returning'], 'S8'),
]
