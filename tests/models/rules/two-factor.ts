import { cameDone, does, handed, implies, type Rule } from '#tests/model-runner/rule.ts'
import { codeRules } from './one-time-code.ts'

export const twoFactorRules: readonly Rule[] = [
  ...codeRules,
  {
    says: 'Действие ждёт одного ответа: подтверждено или нет',
    source: 'D-26',
    holds: (moment, past) => implies(does(moment, 'settle'), !past.some((one) => does(one, 'settle'))),
  },
  {
    says: 'Отменённое никогда не подтверждает, а подтверждает только верный код',
    source: 'D-26',
    holds: (moment) => {
      const answer = handed<{ isConfirmed: boolean }>(moment, 'settle')
      return answer === undefined || answer.isConfirmed === cameDone(moment, 'checkCode')
    },
  },
  {
    says: 'Конец всегда сказан тому, кто ждёт',
    source: 'D-26',
    holds: (moment) => implies(moment.after.status === 'done', does(moment, 'settle')),
  },
]
