import { implies, paramsOf, performs, type Rule, succeeded } from '#tests/model-runner/rule.ts'
import { codeRules } from './one-time-code.ts'

export const twoFactorRules: readonly Rule[] = [
  ...codeRules,
  {
    title: 'Действие ждёт одного ответа: подтверждено или нет',
    source: 'D-26',
    holds: (observation, past) =>
      implies(performs(observation, 'settle'), !past.some((one) => performs(one, 'settle'))),
  },
  {
    title: 'Отменённое никогда не подтверждает, а подтверждает только верный код',
    source: 'D-26',
    holds: (observation) => {
      const answer = paramsOf<{ isConfirmed: boolean }>(observation, 'settle')
      return answer === undefined || answer.isConfirmed === succeeded(observation, 'checkCode')
    },
  },
  {
    title: 'Конец всегда сказан тому, кто ждёт',
    source: 'D-26',
    holds: (observation) => implies(observation.after.status === 'done', performs(observation, 'settle')),
  },
]
