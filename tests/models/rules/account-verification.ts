import { isDeepStrictEqual } from 'node:util'
import type { NewContact } from '#src/machines/account-verification.ts'
import type { CodeContext } from '#src/machines/one-time-code.ts'
import { implies, inputOf, performs, type Rule, starts, succeeded } from '#tests/model-runner/rule.ts'
import { codeRules } from './one-time-code.ts'

export const accountVerificationRules: readonly Rule[] = [
  ...codeRules,
  {
    title: 'Кто заблокирован, никогда не видит «сохранено»',
    source: 'D-35',
    holds: (observation, past) =>
      implies(
        past.some(({ after }) => after.matches('locked')),
        !performs(observation, 'notifySaved'),
      ),
  },
  {
    title: 'Сохраняется тот адрес, на который ушёл код',
    source: 'D-27',
    holds: (observation, past) => {
      const proved = past.findLast((one) => starts(one, 'sendCode'))
      return implies(
        starts(observation, 'saveContact'),
        proved !== undefined &&
          isDeepStrictEqual(inputOf<NewContact>(observation, 'saveContact'), inputOf<NewContact>(proved, 'sendCode')),
      )
    },
  },
  {
    title: 'Другой адрес — другой код: прежний к нему не подходит',
    source: 'D-27',
    holds: ({ event, after }) =>
      implies(
        ['value.edit', 'value.submit'].includes(event.type),
        (after.context as CodeContext).code === 'none' || !after.matches('editing'),
      ),
  },
  {
    title: '«Сохранено» говорится, только когда сервер сохранил',
    source: 'D-27',
    holds: (observation) => implies(performs(observation, 'notifySaved'), succeeded(observation, 'saveContact')),
  },
  {
    title: 'Окно закрывается само, когда сохранено или отменено, и только тогда',
    source: 'S9',
    holds: (observation) =>
      performs(observation, 'close') ===
      (observation.after.status === 'done' && observation.before.status === 'active'),
  },
]
