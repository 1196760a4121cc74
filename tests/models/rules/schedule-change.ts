import { scheduleChangeStepOf } from '#contract/screen-search.ts'
import { done, failed, requirement, requirementRules } from '#tests/model-runner/requirements.ts'
import type { Rule } from '#tests/model-runner/rule.ts'
import {
  addressRequirements,
  addressRules,
  isRefusedFor,
  type Location,
  locationOf,
  movesBy,
  refused,
  refusedTo,
  withChosen,
  without,
} from './address-steps.ts'

const isFull = isRefusedFor('no-place-left')
const endsChoice = isRefusedFor('transfer-refused', 'state-conflict', 'not-found')
const toNewGroups = (location: Location) =>
  location.territory === undefined ? 'choosingTerritory' : 'choosingNewGroup'

export const scheduleChangeRules: readonly Rule[] = [
  ...addressRules(scheduleChangeStepOf, ['validatingLocation', 'joiningWaitingList', 'transferring']),
  ...requirementRules([
    ...addressRequirements({ choosing: 'choosingNewGroup', kept: 'transferring' }),
    requirement('Адрес ведёт на последний шаг, который возможен, и говорит почему', 'D-18', {
      in: 'validatingLocation',
      on: done('validateLocation'),
      to: ({ event }) => scheduleChangeStepOf(event.output.location),
      sets: ({ event: { output } }) => ({ location: output.location, refusal: output.refusal, waitingList: null }),
      does: ({ event }) => [['showInstead', { location: event.output.location }]],
    }),
    requirement('Группа, площадка, новая группа, неделя, подтверждение: шаг за шагом', 'S3', [
      { in: 'choosingGroup', on: 'contract.choose', to: 'choosingTerritory', ...movesBy('show', withChosen) },
      {
        in: ['choosingGroup', 'choosingTerritory'],
        on: 'territory.choose',
        to: 'choosingNewGroup',
        ...movesBy('show', withChosen),
      },
      { in: 'choosingNewGroup', on: 'group.choose', to: 'comparing', ...movesBy('show', withChosen) },
      {
        in: 'comparing',
        on: 'preview.accept',
        to: 'confirming',
        ...movesBy('show', (seen) => ({ ...locationOf(seen), step: 'confirm' })),
      },
    ]),
    requirement('«Назад» возвращает на шаг и ничего не просит у сервера', 'D-18', [
      { in: 'choosingTerritory', on: 'step.back', to: 'choosingGroup', ...movesBy('goBack', without('contract')) },
      { in: 'choosingNewGroup', on: 'step.back', to: 'choosingTerritory', ...movesBy('goBack', without('territory')) },
      {
        in: 'comparing',
        on: 'step.back',
        to: (seen) => toNewGroups(locationOf(seen)),
        ...movesBy('goBack', without('group')),
      },
      { in: 'confirming', on: 'step.back', to: 'comparing', ...movesBy('goBack', without('step')) },
    ]),
    requirement(
      'Группа меняется только после подтверждения, и та, что на экране; прежний отказ больше не виден',
      'S3, D-36',
      [
        {
          in: 'confirming',
          on: 'transfer.confirm',
          to: 'transferring',
          sets: { refusal: null },
          starts: (seen) => {
            const { contract, group } = locationOf(seen)
            return { requestTransfer: { contract, group } }
          },
        },
        {
          in: 'transferring',
          on: done('requestTransfer'),
          to: 'done',
          ...movesBy('showInstead', (seen) => ({ contract: locationOf(seen).contract, step: 'done' })),
        },
      ],
    ),
    requirement('Занятое место возвращает к выбору: группа больше не выбрана', 'D-36', {
      in: 'transferring',
      on: failed('requestTransfer'),
      if: isFull,
      to: (seen) => toNewGroups(locationOf(seen)),
      ...refusedTo(without('group', 'step')),
    }),
    requirement('Отказ сказан там, куда он привёл', 'D-21', [
      {
        in: 'transferring',
        on: failed('requestTransfer'),
        if: endsChoice,
        to: 'choosingGroup',
        ...refusedTo(() => ({})),
      },
      {
        in: 'transferring',
        on: failed('requestTransfer'),
        if: (seen) => !isFull(seen) && !endsChoice(seen),
        to: 'confirming',
        sets: refused,
      },
    ]),
  ]),
]
