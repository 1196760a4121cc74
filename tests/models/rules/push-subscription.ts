import type { Observation } from '#tests/model-runner/observations.ts'
import { beginsWith, done, failed, requirementRules, taggedOnly } from '#tests/model-runner/requirements.ts'
import { implies, type Rule, starts } from '#tests/model-runner/rule.ts'

const given = ({ event }: Observation) => event.output
const answers = (...answer: string[]) => ({
  if: (seen: Observation) => answer.includes(typeof given(seen) === 'string' ? given(seen) : given(seen).is),
})
const withFailure = ({ event }: Observation) => ({ failure: { type: event.error.type } })
const watching = { starts: () => ({ watch: null }) }
const withoutFailure = () => ({ failure: null })

export const pushSubscriptionRules: readonly Rule[] = [
  beginsWith(
    { state: 'checking', context: { obstacle: 'browser', failure: null }, starts: { checkState: null } },
    { title: 'Сначала смотрят, что умеет и разрешает этот браузер', source: 'S7' },
  ),
  ...requirementRules([
    {
      title: 'Где уведомлений не бывает, сказано почему; сломанный браузер страницу не роняет',
      source: 'S7',
      steps: [
        {
          in: 'checking',
          on: done('checkState'),
          ...answers('unsupported'),
          to: 'unsupported',
          sets: (seen) => ({ obstacle: given(seen).obstacle }),
        },
        { in: 'checking', on: failed('checkState'), to: 'unsupported' },
      ],
    },
    {
      title: 'Показано то, что есть в браузере: запрет, выключено или включено',
      source: 'S7',
      steps: [
        { in: 'checking', on: done('checkState'), ...answers('blocked'), to: 'blocked', ...watching },
        { in: 'checking', on: done('checkState'), ...answers('off'), to: 'off', ...watching },
        { in: 'checking', on: done('checkState'), ...answers('on'), to: 'on', ...watching },
        { in: ['blocked', 'unsupported'], on: 'push.check', to: 'checking', starts: () => ({ checkState: null }) },
        {
          in: ['blocked', 'off', 'on'],
          on: 'browser.changed',
          to: 'checking',
          sets: withoutFailure,
          starts: () => ({ checkState: null }),
        },
      ],
    },
    {
      title: 'Браузер спрашивают только по нажатию, и ответ решает',
      source: 'S7',
      steps: [
        {
          in: 'off',
          on: 'push.enable',
          to: 'asking',
          sets: withoutFailure,
          starts: () => ({ askPermission: null }),
        },
        {
          in: 'asking',
          on: done('askPermission'),
          ...answers('granted'),
          to: 'registering',
          starts: () => ({ register: null }),
        },
        { in: 'asking', on: done('askPermission'), ...answers('denied'), to: 'blocked', ...watching },
        {
          in: 'asking',
          on: done('askPermission'),
          ...answers('default'),
          to: 'off',
          sets: () => ({ failure: { type: 'dismissed' } }),
          ...watching,
        },
      ],
    },
    {
      title: 'Включено, когда адрес браузера принял сервер',
      source: 'S7',
      steps: [
        { in: 'registering', on: done('register'), to: 'saving', starts: (seen) => ({ save: given(seen) }) },
        { in: 'saving', on: done('save'), to: 'on', ...watching },
      ],
    },
    {
      title: 'Выключено, когда адрес браузера забыл сервер',
      source: 'S7',
      steps: [
        { in: 'on', on: 'push.disable', to: 'removing', sets: withoutFailure, starts: () => ({ remove: null }) },
        { in: 'removing', on: done('remove'), to: 'off', ...watching },
      ],
    },
    {
      title: 'О неудаче сказано, и можно попробовать снова',
      source: 'S7',
      steps: [
        {
          in: ['asking', 'registering', 'saving'],
          on: [failed('askPermission'), failed('register'), failed('save')],
          to: 'off',
          sets: withFailure,
          ...watching,
        },
        { in: 'removing', on: failed('remove'), to: 'on', sets: withFailure, ...watching },
      ],
    },
  ]),
  taggedOnly('busy', ['checking', 'asking', 'registering', 'saving', 'removing'], {
    title: 'Пока ждут браузер или сервер, видно, что занято',
    source: 'S8',
  }),
  {
    title: 'Без разрешения браузера серверу ничего не отправляют',
    source: 'S7',
    holds: (seen) => implies(starts(seen, 'save'), seen.before.matches('registering')),
  },
]
