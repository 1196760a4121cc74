import { scheduleChangeStepOf } from '#contract/screen-search.ts'
import { done, failed, requirementRules } from '#tests/model-runner/requirements.ts'
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
    {
      title: 'Адрес ведёт на последний шаг, который возможен, и говорит почему',
      source: 'D-18',
      steps: [
        {
          in: 'validatingLocation',
          on: done('validateLocation'),
          to: ({ event }) => scheduleChangeStepOf(event.output.location),
          sets: ({ event: { output } }) => ({ location: output.location, refusal: output.refusal, waitingList: null }),
          does: ({ event }) => [['showInstead', { location: event.output.location }]],
        },
      ],
    },
    {
      title: 'Группа, площадка, новая группа, неделя, подтверждение: шаг за шагом',
      source: 'S3',
      steps: [
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
      ],
    },
    {
      title: '«Назад» возвращает на шаг и ничего не просит у сервера',
      source: 'D-18',
      steps: [
        { in: 'choosingTerritory', on: 'step.back', to: 'choosingGroup', ...movesBy('goBack', without('contract')) },
        {
          in: 'choosingNewGroup',
          on: 'step.back',
          to: 'choosingTerritory',
          ...movesBy('goBack', without('territory')),
        },
        {
          in: 'comparing',
          on: 'step.back',
          to: (seen) => toNewGroups(locationOf(seen)),
          ...movesBy('goBack', without('group')),
        },
        { in: 'confirming', on: 'step.back', to: 'comparing', ...movesBy('goBack', without('step')) },
      ],
    },
    {
      title: 'Группа меняется только после подтверждения, и та, что на экране; прежний отказ больше не виден',
      source: 'S3, D-36',
      steps: [
        {
          in: 'confirming',
          on: 'transfer.confirm',
          to: 'transferring',
          sets: () => ({ refusal: null }),
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
    },
    {
      title: 'Занятое место возвращает к выбору: группа больше не выбрана',
      source: 'D-36',
      steps: [
        {
          in: 'transferring',
          on: failed('requestTransfer'),
          if: isFull,
          to: (seen) => toNewGroups(locationOf(seen)),
          ...refusedTo(without('group', 'step')),
        },
      ],
    },
    {
      title: 'Отказ сказан там, куда он привёл',
      source: 'D-21',
      steps: [
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
      ],
    },
  ]),
]
