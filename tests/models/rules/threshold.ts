import { isDeepStrictEqual } from 'node:util'
import type { Observation } from '#tests/model-runner/observations.ts'
import { implies, inputOf, paramsOf, performs, type Rule, starts, succeeded } from '#tests/model-runner/rule.ts'

const hasWaited = ({ event }: Observation) => event.type.startsWith('xstate.after.slowAfter')
/** The message of a long wait is not shown before five seconds. */
const slowInTime: Rule = {
  title: '«Дольше обычного» говорится через 5 секунд, не раньше',
  source: 'S4',
  holds: (observation) =>
    implies(observation.after.hasTag('slow') && !observation.before.hasTag('slow'), hasWaited(observation)) &&
    implies(hasWaited(observation), observation.after.hasTag('slow')),
}

/** The page is only replaced by a URL that the server has just sent. */
function opensOnlyWhatCameFrom(actor: string, words: Pick<Rule, 'title' | 'source'>): Rule {
  return {
    ...words,
    holds: (observation) => {
      const opened = paramsOf<{ location: string }>(observation, 'replacePage')
      return opened === undefined || (succeeded(observation, actor) && opened.location === observation.event.output)
    },
  }
}

export const oauthResultRules: readonly Rule[] = [
  slowInTime,
  {
    title: 'Провайдеру верят один раз: ответ отправляется однажды',
    source: 'D-3',
    holds: (observation) => !starts(observation, 'sendResult'),
  },
  opensOnlyWhatCameFrom('sendResult', { title: 'Открывают только тот адрес, что дал сервер', source: 'S4' }),
  {
    title: 'Без адреса открывается главная, при отказе — страница 500',
    source: 'S4',
    holds: (observation) =>
      performs(observation, 'openHome') ===
        (succeeded(observation, 'sendResult') && observation.event.output === null) &&
      performs(observation, 'showBroken') === (observation.event.type === 'xstate.error.actor.sendResult'),
  },
  {
    title: 'Ответ получен — ждать больше нечего',
    source: 'S4',
    holds: (observation) =>
      implies(observation.event.type.includes('.actor.sendResult'), observation.after.status === 'done'),
  },
]

export const signOutRules: readonly Rule[] = [
  slowInTime,
  opensOnlyWhatCameFrom('requestLogoutLink', { title: 'Выходят только по ссылке сервера', source: 'D-4' }),
  {
    title: 'Ссылка получена — страница заменяется',
    source: 'D-4',
    holds: (observation) =>
      implies(
        succeeded(observation, 'requestLogoutLink'),
        performs(observation, 'replacePage') && observation.after.status === 'done',
      ),
  },
  {
    title: 'О неудаче сказано, и можно попробовать снова',
    source: 'D-4',
    holds: (observation) =>
      implies(observation.event.type === 'xstate.error.actor.requestLogoutLink', observation.after.hasTag('failed')) &&
      implies(
        observation.before.hasTag('failed') && observation.event.type === 'signOut.retry',
        starts(observation, 'requestLogoutLink'),
      ),
  },
  {
    title: 'Ссылку просят по одной: она одноразовая',
    source: 'D-4',
    holds: (observation) => implies(starts(observation, 'requestLogoutLink'), observation.before.hasTag('failed')),
  },
]

export const recoveryRules: readonly Rule[] = [
  {
    title: 'Возвращает туда, где человек был',
    source: 'S8',
    holds: (observation) => {
      const returned = paramsOf<{ from: string }>(observation, 'returnToWork')
      return returned === undefined || returned.from === (observation.before.context as { from: string }).from
    },
  },
  {
    title: 'Сервер, который отвечает, пока один вызов не удаётся, по кругу не спрашивают',
    source: 'S8',
    holds: (observation) => implies(observation.before.matches('answering'), observation.begun.length === 0),
  },
  {
    title: 'Сама страница возвращается, только если молчавший сервер ответил',
    source: 'S8',
    holds: (observation) =>
      implies(
        performs(observation, 'returnToWork'),
        observation.event.type === 'recovery.retry' ||
          (succeeded(observation, 'checkServerAgain') &&
            observation.event.output === true &&
            observation.before.hasTag('silent')),
      ),
  },
  {
    title: 'Молчащий сервер спрашивают не чаще, чем раз в 3 секунды',
    source: 'S8',
    holds: (observation) =>
      implies(starts(observation, 'checkServerAgain'), observation.event.type.startsWith('xstate.after.pause')) &&
      implies(observation.after.matches('silent'), isDeepStrictEqual(observation.timers, [3000])),
  },
  {
    title: 'Кнопка возвращает всегда',
    source: 'S8',
    holds: (observation) => implies(observation.event.type === 'recovery.retry', performs(observation, 'returnToWork')),
  },
  {
    title: 'Проверка ничего не узнаёт, кроме ответа сервера',
    source: 'S8',
    holds: (observation) => inputOf(observation, 'checkServerAgain') === undefined,
  },
]
