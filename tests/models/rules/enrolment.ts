import { isDeepStrictEqual } from 'node:util'
import type { Observation } from '#tests/model-runner/observations.ts'
import { implies, inputOf, paramsOf, performs, type Rule, starts, succeeded } from '#tests/model-runner/rule.ts'

type Known = {
  campaign: string
  opportunity: string
  student: string | null
  group: string | null
  refusal: string | null
  location: string | null
}
const known = ({ context }: Observation['after']) => context as Known

export const enrolmentRules: readonly Rule[] = [
  {
    title: 'Место просят только после последнего взгляда',
    source: 'S3',
    holds: (observation) =>
      implies(
        starts(observation, 'enrol'),
        observation.event.type === 'enrolment.confirm' && observation.before.matches('confirming'),
      ),
  },
  {
    title: 'Записывают того, кого выбрали, туда, куда выбрали',
    source: 'S3',
    holds: (observation) => {
      const asked = inputOf(observation, 'enrol')
      const { campaign, opportunity, student, group } = known(observation.before)
      return asked === undefined || isDeepStrictEqual(asked, { campaign, opportunity, student, group })
    },
  },
  {
    title: 'Не выбрав, кого и куда, дальше не пройти',
    source: 'S3',
    holds: ({ after }) =>
      implies(
        after.matches('confirming') || after.matches('enrolling'),
        known(after).student !== null && known(after).group !== null,
      ),
  },
  {
    title: 'Занятая группа больше не выбрана, и причина сказана',
    source: 'D-36',
    holds: ({ event, after }) =>
      implies(
        event.type === 'xstate.error.actor.enrol' && event.error?.type === 'no-place-left',
        after.matches('choosing') && known(after).group === null && known(after).refusal === 'no-place-left',
      ),
  },
  {
    title: 'Отказ сказан, а выбор цел',
    source: 'D-21',
    holds: ({ event, before, after }) =>
      implies(
        event.type === 'xstate.error.actor.enrol' && event.error?.type !== 'no-place-left',
        known(after).refusal === event.error?.type && known(after).group === known(before).group,
      ),
  },
  {
    title: 'Записан — значит, сервер записал, и второй раз не просят',
    source: 'D-36',
    holds: (observation, past) =>
      implies(
        observation.after.matches('enrolled') && !observation.before.matches('enrolled'),
        succeeded(observation, 'enrol'),
      ) &&
      implies(
        past.some((one) => succeeded(one, 'enrol') && one.after.matches('enrolled')),
        !starts(observation, 'enrol'),
      ),
  },
  {
    title: 'К договору ведут только там, где он нужен, и по адресу сервера',
    source: 'S3',
    holds: (observation) => {
      const opened = paramsOf<{ location: string | null }>(observation, 'openPurchase')
      return (
        opened === undefined || (opened.location !== null && opened.location === known(observation.before).location)
      )
    },
  },
  {
    title: 'Событие приложения закрывает окно откуда угодно',
    source: 'S3',
    holds: (observation) =>
      implies(
        observation.event.type === 'modal.close' && observation.before.status === 'active',
        performs(observation, 'close'),
      ),
  },
]
