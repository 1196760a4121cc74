import type { CodeContext } from '#src/machines/one-time-code.ts'
import type { Observation } from '#tests/model-runner/observations.ts'
import { implies, inputOf, type Rule, starts, succeeded } from '#tests/model-runner/rule.ts'

const known = ({ context }: Observation['after']) => context as CodeContext
const isRefusedFor = ({ event }: Observation, type: string) =>
  (event as { error?: { type?: string } }).error?.type === type

/** Rules of every flow with a code. */
export const codeRules: readonly Rule[] = [
  {
    title: 'Второй запрос кода не раньше срока',
    source: 'D-26',
    holds: (observation) =>
      implies(
        observation.event.type === 'code.resend' && starts(observation, 'sendCode'),
        known(observation.before).pause === 0,
      ),
  },
  {
    title: 'Кто заблокирован, никогда не попадает дальше',
    source: 'D-35',
    holds: ({ after }, past) =>
      implies(
        past.some((one) => isRefusedFor(one, 'factor-locked') && one.after.matches('locked')),
        after.matches('locked') || after.matches('cancelled'),
      ),
  },
  {
    title: 'Один введённый код — одна проверка, и проверяется то, что введено',
    source: 'D-35',
    holds: (observation) =>
      implies(
        starts(observation, 'checkCode'),
        observation.event.type === 'code.submit' &&
          !observation.before.hasTag('busy') &&
          inputOf<{ code: string }>(observation, 'checkCode')?.code === observation.event.code,
      ),
  },
  {
    title: 'Код, который больше не действует, ввести нельзя',
    source: 'D-35',
    holds: (observation) => implies(known(observation.before).code === 'over', !starts(observation, 'checkCode')),
  },
  {
    title: 'Пока код отправляется или проверяется, видно, что занято',
    source: 'S8',
    holds: ({ after }) =>
      after.hasTag('busy') ===
      ['sending', { awaiting: 'checking' }, 'saving'].some((state) => after.matches(state as never)),
  },
  {
    title: 'Передумавший ничего больше не просит',
    source: 'D-26',
    holds: (observation, past) =>
      implies(
        [...past, observation].some(({ event }) => event.type === 'code.cancel'),
        observation.begun.length === 0 && observation.after.matches('cancelled'),
      ),
  },
  {
    title: 'Дальше пускает только верный код',
    source: 'D-26',
    holds: (observation, past) =>
      implies(
        ['passed', 'saving', 'unsaved', 'saved'].some((state) => observation.after.matches(state as never)),
        [...past, observation].some((one) => succeeded(one, 'checkCode')),
      ),
  },
]
