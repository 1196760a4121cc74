import { isDeepStrictEqual } from 'node:util'
import type { Observation } from '#tests/model-runner/observations.ts'
import { beginsWith, done, failed, requirementRules, taggedOnly } from '#tests/model-runner/requirements.ts'
import { implies, performs, type Rule, starts } from '#tests/model-runner/rule.ts'

const attempts = ({ before }: Observation) => (before.context as { attempts: number }).attempts
const isHopeless = (seen: Observation) => attempts(seen) >= 3
const opensStream = (count: number) => () => ({ stream: { attempts: count } })
const anew = () => ({ attempts: 0 })
const streaming = ['online.opening', 'online.live'] as const

export const connectionRules: readonly Rule[] = [
  ...requirementRules([
    {
      title: 'Открытый поток сам говорит об изменениях, и спрашивать больше нечего',
      source: 'S7',
      steps: [{ in: 'online.opening', on: 'stream.opened', to: 'online.live', sets: anew }],
    },
    {
      title: 'Оборванный поток и вызов без ответа проверяют: виновата ли сеть',
      source: 'S7',
      steps: [
        {
          in: [...streaming],
          on: ['stream.lost', 'call.unreached'],
          to: 'checking',
          starts: () => ({ probe: null }),
        },
        { in: 'degraded', on: 'call.unreached', to: 'checking', starts: () => ({ probe: null }) },
        { in: 'checking', on: done('probe'), to: 'pausing' },
        { in: 'checking', on: failed('probe'), to: 'offline.waiting' },
      ],
    },
    {
      title: 'Поток открывают снова после паузы, а где он не держится, спрашивают об изменениях',
      source: 'S7',
      steps: [
        {
          in: 'pausing',
          on: 'xstate.after.backoff.connection.pausing',
          if: (seen) => !isHopeless(seen),
          to: 'online.opening',
          sets: (seen) => ({ attempts: attempts(seen) + 1 }),
          starts: (seen) => ({ stream: { attempts: attempts(seen) + 1 } }),
        },
        {
          in: 'pausing',
          on: 'xstate.after.backoff.connection.pausing',
          if: isHopeless,
          to: 'degraded',
          sets: anew,
          starts: () => ({ poll: null }),
        },
        { in: [...streaming], on: 'stream.refused', to: 'degraded', starts: () => ({ poll: null }) },
        {
          in: 'degraded',
          on: 'xstate.after.streamPause.connection.degraded',
          to: 'online.opening',
          starts: (seen) => ({ stream: { attempts: attempts(seen) } }),
        },
      ],
    },
    {
      title: 'О пропавшей сети известно сразу, о вернувшейся — тоже',
      source: 'S7',
      steps: [
        { in: [...streaming, 'checking', 'pausing', 'degraded'], on: 'network.lost', to: 'offline.waiting' },
        {
          in: 'offline.waiting',
          on: ['network.found', 'connection.retry', 'xstate.after.probePause.connection.offline.waiting'],
          to: 'offline.probing',
          starts: () => ({ probeAgain: null }),
        },
        { in: 'offline.probing', on: failed('probeAgain'), to: 'offline.waiting' },
        {
          in: 'offline.probing',
          on: done('probeAgain'),
          to: 'online.opening',
          sets: anew,
          does: () => [['retryQueries']],
          starts: opensStream(0),
        },
      ],
    },
    {
      title: 'Оконченная где-то сессия кончается и здесь, сразу',
      source: 'S8',
      steps: [{ in: [...streaming], on: 'stream.sessionEnded', to: 'sessionEnded', does: () => [['endSession']] }],
    },
  ]),
  beginsWith(
    { state: 'online.opening', context: { attempts: 0 }, starts: { stream: { attempts: 0 } } },
    { title: 'Поток открывают сразу', source: 'S7' },
  ),
  taggedOnly('offline', ['offline.waiting', 'offline.probing'], {
    title: 'О том, что сети нет, сказано, пока её нет',
    source: 'S7',
  }),
  {
    title: 'Что не загрузилось без сети, загружают, когда она есть, и не раньше',
    source: 'S7',
    holds: (seen) =>
      performs(seen, 'retryQueries') === (seen.before.hasTag('offline') && !seen.after.hasTag('offline')),
  },
  {
    title: 'После конца сессии поток не открывают',
    source: 'S8',
    holds: (seen) =>
      implies(seen.after.matches('sessionEnded'), seen.after.status === 'done' && !starts(seen, 'stream')),
  },
  {
    title: 'Ждут не дольше, чем нужно: 2 секунды перед потоком, 5 — до проверки сети, 5 минут без потока',
    source: 'S7',
    holds: ({ after, timers }) => {
      const expected = after.matches('pausing')
        ? [2000]
        : after.matches('degraded')
          ? [300_000]
          : after.matches({ offline: 'waiting' })
            ? [5000]
            : []
      return isDeepStrictEqual(timers, expected)
    },
  },
]
