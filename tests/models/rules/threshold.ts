import { isDeepStrictEqual } from 'node:util'
import type { Moment } from '#tests/model-runner/moments.ts'
import { begins, cameDone, does, givenTo, handed, implies, type Rule } from '#tests/model-runner/rule.ts'

const hasWaited = ({ event }: Moment) => event.type.startsWith('xstate.after.patience')
/** The message of a long wait is not shown before five seconds. */
const slowInTime: Rule = {
  says: '«Дольше обычного» говорится через 5 секунд, не раньше',
  source: 'S4',
  holds: (moment) =>
    implies(moment.after.hasTag('slow') && !moment.before.hasTag('slow'), hasWaited(moment)) &&
    implies(hasWaited(moment), moment.after.hasTag('slow')),
}

/** The page is only replaced by a URL that the server has just sent. */
function opensOnlyWhatCameFrom(actor: string, words: Pick<Rule, 'says' | 'source'>): Rule {
  return {
    ...words,
    holds: (moment) => {
      const opened = handed<{ location: string }>(moment, 'replacePage')
      return opened === undefined || (cameDone(moment, actor) && opened.location === moment.event.output)
    },
  }
}

export const oauthResultRules: readonly Rule[] = [
  slowInTime,
  {
    says: 'Провайдеру верят один раз: ответ отправляется однажды',
    source: 'D-3',
    holds: (moment) => !begins(moment, 'sendResult'),
  },
  opensOnlyWhatCameFrom('sendResult', { says: 'Открывают только тот адрес, что дал сервер', source: 'S4' }),
  {
    says: 'Без адреса открывается главная, при отказе — страница 500',
    source: 'S4',
    holds: (moment) =>
      does(moment, 'openHome') === (cameDone(moment, 'sendResult') && moment.event.output === null) &&
      does(moment, 'showBroken') === (moment.event.type === 'xstate.error.actor.sendResult'),
  },
  {
    says: 'Ответ получен — ждать больше нечего',
    source: 'S4',
    holds: (moment) => implies(moment.event.type.includes('.actor.sendResult'), moment.after.status === 'done'),
  },
]

export const signOutRules: readonly Rule[] = [
  slowInTime,
  opensOnlyWhatCameFrom('requestLogoutLink', { says: 'Выходят только по ссылке сервера', source: 'D-4' }),
  {
    says: 'Ссылка получена — страница заменяется',
    source: 'D-4',
    holds: (moment) =>
      implies(cameDone(moment, 'requestLogoutLink'), does(moment, 'replacePage') && moment.after.status === 'done'),
  },
  {
    says: 'О неудаче сказано, и можно попробовать снова',
    source: 'D-4',
    holds: (moment) =>
      implies(moment.event.type === 'xstate.error.actor.requestLogoutLink', moment.after.hasTag('failed')) &&
      implies(
        moment.before.hasTag('failed') && moment.event.type === 'signOut.retry',
        begins(moment, 'requestLogoutLink'),
      ),
  },
  {
    says: 'Ссылку просят по одной: она одноразовая',
    source: 'D-4',
    holds: (moment) => implies(begins(moment, 'requestLogoutLink'), moment.before.hasTag('failed')),
  },
]

export const recoveryRules: readonly Rule[] = [
  {
    says: 'Возвращает туда, где человек был',
    source: 'S8',
    holds: (moment) => {
      const returned = handed<{ from: string }>(moment, 'returnToWork')
      return returned === undefined || returned.from === (moment.before.context as { from: string }).from
    },
  },
  {
    says: 'Сервер, который отвечает, пока один вызов не удаётся, по кругу не спрашивают',
    source: 'S8',
    holds: (moment) => implies(moment.before.matches('answering'), moment.begun.length === 0),
  },
  {
    says: 'Сама страница возвращается, только если молчавший сервер ответил',
    source: 'S8',
    holds: (moment) =>
      implies(
        does(moment, 'returnToWork'),
        moment.event.type === 'recovery.retry' ||
          (cameDone(moment, 'checkServerAgain') && moment.event.output === true && moment.before.hasTag('silent')),
      ),
  },
  {
    says: 'Молчащий сервер спрашивают не чаще, чем раз в 3 секунды',
    source: 'S8',
    holds: (moment) =>
      implies(begins(moment, 'checkServerAgain'), moment.event.type.startsWith('xstate.after.pause')) &&
      implies(moment.after.matches('silent'), isDeepStrictEqual(moment.clocks, [3000])),
  },
  {
    says: 'Кнопка возвращает всегда',
    source: 'S8',
    holds: (moment) => implies(moment.event.type === 'recovery.retry', does(moment, 'returnToWork')),
  },
  {
    says: 'Проверка ничего не узнаёт, кроме ответа сервера',
    source: 'S8',
    holds: (moment) => givenTo(moment, 'checkServerAgain') === undefined,
  },
]
