import { isDeepStrictEqual } from 'node:util'
import { scheduleChangeStepOf } from '#contract/screen-search.ts'
import { implies, inputOf, type Rule, starts, succeeded } from '#tests/model-runner/rule.ts'
import { addressRules, known, staysWhile } from './address-steps.ts'

export const scheduleChangeRules: readonly Rule[] = [
  ...addressRules(scheduleChangeStepOf),
  {
    title: 'Группа меняется только после подтверждения, и та, что на экране',
    source: 'S3, D-36',
    holds: (observation) => {
      const { contract, group } = known(observation.before).place
      return implies(
        starts(observation, 'changeGroup'),
        observation.event.type === 'move.confirm' &&
          observation.before.matches('confirming') &&
          isDeepStrictEqual(inputOf(observation, 'changeGroup'), { contract, group }),
      )
    },
  },
  staysWhile('moving', 'Пока группа меняется, с места не уйти'),
  {
    title: 'Занятое место возвращает к выбору: группа больше не выбрана',
    source: 'D-36',
    holds: ({ event, before, after }) =>
      implies(
        before.matches('moving') && event.error?.refusal === 'no-place-left',
        after.matches(known(before).place.territory === undefined ? 'choosingTerritory' : 'choosingNewGroup') &&
          known(after).place.group === undefined,
      ),
  },
  {
    title: '«Сменена» говорится, только когда сервер сменил',
    source: 'S3',
    holds: (observation) =>
      implies(
        observation.after.matches('done') && !observation.before.matches('done'),
        succeeded(observation, 'changeGroup') || succeeded(observation, 'judge'),
      ),
  },
]
