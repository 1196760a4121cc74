import { isDeepStrictEqual } from 'node:util'
import type { Observation } from '#tests/model-runner/observations.ts'
import {
  beginsWith,
  done,
  failed,
  requirement,
  requirementRules,
  taggedOnly,
} from '#tests/model-runner/requirements.ts'
import { implies, performs, type Rule, rule, starts } from '#tests/model-runner/rule.ts'

const attempts = ({ before }: Observation) => (before.context as { attempts: number }).attempts
const isHopeless = (seen: Observation) => attempts(seen) >= 3
const opensStream = (count: number) => () => ({ stream: { attempts: count } })
const anew = () => ({ attempts: 0 })
const streaming = ['online.opening', 'online.live'] as const

export const connectionRules: readonly Rule[] = [
  ...requirementRules([
    requirement('Открытый поток сам говорит об изменениях, и спрашивать больше нечего', 'S7', {
      in: 'online.opening',
      on: 'stream.opened',
      to: 'online.live',
      sets: anew,
    }),
    requirement('Оборванный поток и вызов без ответа проверяют: виновата ли сеть', 'S7', [
      { in: [...streaming], on: ['stream.lost', 'call.unreached'], to: 'checking', starts: { probe: null } },
      { in: 'degraded', on: 'call.unreached', to: 'checking', starts: { probe: null } },
      { in: 'checking', on: done('probe'), to: 'pausing' },
      { in: 'checking', on: failed('probe'), to: 'offline.waiting' },
    ]),
    requirement('Поток открывают снова после паузы, а где он не держится, спрашивают об изменениях', 'S7', [
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
        starts: { poll: null },
      },
      { in: [...streaming], on: 'stream.refused', to: 'degraded', starts: { poll: null } },
      {
        in: 'degraded',
        on: 'xstate.after.streamPause.connection.degraded',
        to: 'online.opening',
        starts: (seen) => ({ stream: { attempts: attempts(seen) } }),
      },
    ]),
    requirement('О пропавшей сети известно сразу, о вернувшейся — тоже', 'S7', [
      { in: [...streaming, 'checking', 'pausing', 'degraded'], on: 'network.lost', to: 'offline.waiting' },
      {
        in: 'offline.waiting',
        on: ['network.found', 'connection.retry', 'xstate.after.probePause.connection.offline.waiting'],
        to: 'offline.probing',
        starts: { probeAgain: null },
      },
      { in: 'offline.probing', on: failed('probeAgain'), to: 'offline.waiting' },
      {
        in: 'offline.probing',
        on: done('probeAgain'),
        to: 'online.opening',
        sets: anew,
        does: [['retryQueries']],
        starts: opensStream(0),
      },
    ]),
    requirement('Оконченная где-то сессия кончается и здесь, сразу', 'S8', {
      in: [...streaming],
      on: 'stream.sessionEnded',
      to: 'sessionEnded',
      does: [['endSession']],
    }),
  ]),
  beginsWith('Поток открывают сразу', 'S7', {
    state: 'online.opening',
    context: { attempts: 0 },
    starts: { stream: { attempts: 0 } },
  }),
  taggedOnly('О том, что сети нет, сказано, пока её нет', 'S7', 'offline', ['offline.waiting', 'offline.probing']),
  rule(
    'Что не загрузилось без сети, загружают, когда она есть, и не раньше',
    'S7',
    (seen) => performs(seen, 'retryQueries') === (seen.before.hasTag('offline') && !seen.after.hasTag('offline')),
  ),
  rule('После конца сессии поток не открывают', 'S8', (seen) =>
    implies(seen.after.matches('sessionEnded'), seen.after.status === 'done' && !starts(seen, 'stream')),
  ),
  rule(
    'Ждут не дольше, чем нужно: 2 секунды перед потоком, 5 — до проверки сети, 5 минут без потока',
    'S7',
    ({ after, timers }) => {
      const expected = after.matches('pausing')
        ? [2000]
        : after.matches('degraded')
          ? [300_000]
          : after.matches({ offline: 'waiting' })
            ? [5000]
            : []
      return isDeepStrictEqual(timers, expected)
    },
  ),
]
