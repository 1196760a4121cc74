import { isDeepStrictEqual } from 'node:util'
import { scheduleChangeStepOf } from '#contract/screen-search.ts'
import { begins, cameDone, givenTo, implies, type Rule } from '#tests/model-runner/rule.ts'
import { addressRules, known, staysWhile } from './address-steps.ts'

export const scheduleChangeRules: readonly Rule[] = [
  ...addressRules(scheduleChangeStepOf),
  {
    says: 'Группа меняется только после подтверждения, и та, что на экране',
    source: 'S3, D-36',
    holds: (moment) => {
      const { contract, group } = known(moment.before).place
      return implies(
        begins(moment, 'changeGroup'),
        moment.event.type === 'move.confirm' &&
          moment.before.matches('confirming') &&
          isDeepStrictEqual(givenTo(moment, 'changeGroup'), { contract, group }),
      )
    },
  },
  staysWhile('moving', 'Пока группа меняется, с места не уйти'),
  {
    says: 'Занятое место возвращает к выбору: группа больше не выбрана',
    source: 'D-36',
    holds: ({ event, before, after }) =>
      implies(
        before.matches('moving') && event.error?.refusal === 'no-place-left',
        after.matches(known(before).place.territory === undefined ? 'choosingTerritory' : 'choosingNewGroup') &&
          known(after).place.group === undefined,
      ),
  },
  {
    says: '«Сменена» говорится, только когда сервер сменил',
    source: 'S3',
    holds: (moment) =>
      implies(
        moment.after.matches('done') && !moment.before.matches('done'),
        cameDone(moment, 'changeGroup') || cameDone(moment, 'judge'),
      ),
  },
]
