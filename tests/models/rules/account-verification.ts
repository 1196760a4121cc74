import { isDeepStrictEqual } from 'node:util'
import type { NewContact } from '#src/machines/account-verification.ts'
import type { CodeContext } from '#src/machines/one-time-code.ts'
import { begins, cameDone, does, givenTo, implies, type Rule } from '#tests/model-runner/rule.ts'
import { codeRules } from './one-time-code.ts'

export const accountVerificationRules: readonly Rule[] = [
  ...codeRules,
  {
    says: 'Кто заблокирован, никогда не видит «сохранено»',
    source: 'D-35',
    holds: (moment, past) =>
      implies(
        past.some(({ after }) => after.matches('locked')),
        !does(moment, 'notifySaved'),
      ),
  },
  {
    says: 'Сохраняется тот адрес, на который ушёл код',
    source: 'D-27',
    holds: (moment, past) => {
      const proved = past.findLast((one) => begins(one, 'sendCode'))
      return implies(
        begins(moment, 'saveContact'),
        proved !== undefined &&
          isDeepStrictEqual(givenTo<NewContact>(moment, 'saveContact'), givenTo<NewContact>(proved, 'sendCode')),
      )
    },
  },
  {
    says: 'Другой адрес — другой код: прежний к нему не подходит',
    source: 'D-27',
    holds: ({ event, after }) =>
      implies(
        ['value.edit', 'value.submit'].includes(event.type),
        (after.context as CodeContext).code === 'none' || !after.matches('editing'),
      ),
  },
  {
    says: '«Сохранено» говорится, только когда сервер сохранил',
    source: 'D-27',
    holds: (moment) => implies(does(moment, 'notifySaved'), cameDone(moment, 'saveContact')),
  },
  {
    says: 'Окно закрывается само, когда сохранено или отменено, и только тогда',
    source: 'S9',
    holds: (moment) => does(moment, 'close') === (moment.after.status === 'done' && moment.before.status === 'active'),
  },
]
