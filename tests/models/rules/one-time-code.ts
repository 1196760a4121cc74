import type { CodeContext } from '#src/machines/one-time-code.ts'
import type { Moment } from '#tests/model-runner/moments.ts'
import { begins, cameDone, givenTo, implies, type Rule } from '#tests/model-runner/rule.ts'

const known = ({ context }: Moment['after']) => context as CodeContext
const isRefusedFor = ({ event }: Moment, type: string) => (event as { error?: { type?: string } }).error?.type === type

/** Rules of every flow with a code. */
export const codeRules: readonly Rule[] = [
  {
    says: 'Второй запрос кода не раньше срока',
    source: 'D-26',
    holds: (moment) =>
      implies(moment.event.type === 'code.resend' && begins(moment, 'sendCode'), known(moment.before).pause === 0),
  },
  {
    says: 'Кто заблокирован, никогда не попадает дальше',
    source: 'D-35',
    holds: ({ after }, past) =>
      implies(
        past.some((one) => isRefusedFor(one, 'factor-locked') && one.after.matches('locked')),
        after.matches('locked') || after.matches('cancelled'),
      ),
  },
  {
    says: 'Один введённый код — одна проверка, и проверяется то, что введено',
    source: 'D-35',
    holds: (moment) =>
      implies(
        begins(moment, 'checkCode'),
        moment.event.type === 'code.submit' &&
          !moment.before.hasTag('busy') &&
          givenTo<{ code: string }>(moment, 'checkCode')?.code === moment.event.code,
      ),
  },
  {
    says: 'Код, который больше не действует, ввести нельзя',
    source: 'D-35',
    holds: (moment) => implies(known(moment.before).code === 'over', !begins(moment, 'checkCode')),
  },
  {
    says: 'Пока код отправляется или проверяется, видно, что занято',
    source: 'S8',
    holds: ({ after }) =>
      after.hasTag('busy') ===
      ['sending', { awaiting: 'checking' }, 'saving'].some((state) => after.matches(state as never)),
  },
  {
    says: 'Передумавший ничего больше не просит',
    source: 'D-26',
    holds: (moment, past) =>
      implies(
        [...past, moment].some(({ event }) => event.type === 'code.cancel'),
        moment.begun.length === 0 && moment.after.matches('cancelled'),
      ),
  },
  {
    says: 'Дальше пускает только верный код',
    source: 'D-26',
    holds: (moment, past) =>
      implies(
        ['passed', 'saving', 'unsaved', 'saved'].some((state) => moment.after.matches(state as never)),
        [...past, moment].some((one) => cameDone(one, 'checkCode')),
      ),
  },
]
