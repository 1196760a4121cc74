import { isDeepStrictEqual } from 'node:util'
import type { Moment } from '#tests/model-runner/moments.ts'
import { begins, cameDone, does, givenTo, handed, implies, type Rule } from '#tests/model-runner/rule.ts'

type Known = {
  campaign: string
  opportunity: string
  student: string | null
  group: string | null
  refusal: string | null
  location: string | null
}
const known = ({ context }: Moment['after']) => context as Known

export const enrolmentRules: readonly Rule[] = [
  {
    says: 'Место просят только после последнего взгляда',
    source: 'S3',
    holds: (moment) =>
      implies(
        begins(moment, 'enrol'),
        moment.event.type === 'enrolment.confirm' && moment.before.matches('confirming'),
      ),
  },
  {
    says: 'Записывают того, кого выбрали, туда, куда выбрали',
    source: 'S3',
    holds: (moment) => {
      const asked = givenTo(moment, 'enrol')
      const { campaign, opportunity, student, group } = known(moment.before)
      return asked === undefined || isDeepStrictEqual(asked, { campaign, opportunity, student, group })
    },
  },
  {
    says: 'Не выбрав, кого и куда, дальше не пройти',
    source: 'S3',
    holds: ({ after }) =>
      implies(
        after.matches('confirming') || after.matches('enrolling'),
        known(after).student !== null && known(after).group !== null,
      ),
  },
  {
    says: 'Занятая группа больше не выбрана, и причина сказана',
    source: 'D-36',
    holds: ({ event, after }) =>
      implies(
        event.type === 'xstate.error.actor.enrol' && event.error?.type === 'no-place-left',
        after.matches('choosing') && known(after).group === null && known(after).refusal === 'no-place-left',
      ),
  },
  {
    says: 'Отказ сказан, а выбор цел',
    source: 'D-21',
    holds: ({ event, before, after }) =>
      implies(
        event.type === 'xstate.error.actor.enrol' && event.error?.type !== 'no-place-left',
        known(after).refusal === event.error?.type && known(after).group === known(before).group,
      ),
  },
  {
    says: 'Записан — значит, сервер записал, и второй раз не просят',
    source: 'D-36',
    holds: (moment, past) =>
      implies(moment.after.matches('enrolled') && !moment.before.matches('enrolled'), cameDone(moment, 'enrol')) &&
      implies(
        past.some((one) => cameDone(one, 'enrol') && one.after.matches('enrolled')),
        !begins(moment, 'enrol'),
      ),
  },
  {
    says: 'К договору ведут только там, где он нужен, и по адресу сервера',
    source: 'S3',
    holds: (moment) => {
      const opened = handed<{ location: string | null }>(moment, 'openPurchase')
      return opened === undefined || (opened.location !== null && opened.location === known(moment.before).location)
    },
  },
  {
    says: 'Событие приложения закрывает окно откуда угодно',
    source: 'S3',
    holds: (moment) =>
      implies(moment.event.type === 'modal.close' && moment.before.status === 'active', does(moment, 'close')),
  },
]
