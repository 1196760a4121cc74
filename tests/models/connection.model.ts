import type { AnyMachineSnapshot } from 'xstate'
import { connectionMachine } from '#src/machines/connection.ts'
import type { Model } from '#tests/model-runner/model.ts'
import { connectionRules } from './rules/connection.ts'

export const connectionModel: Model = {
  machine: connectionMachine,
  rules: connectionRules,
  title: 'Связь: поток изменений и работа без сети',
  events: {
    'stream.opened': [{ title: 'поток открыт' }],
    'stream.lost': [{ title: 'поток оборвался' }],
    'stream.refused': [{ title: 'потока здесь нет' }],
    'stream.sessionEnded': [{ title: 'сессию закончили в другом месте' }],
    'network.lost': [{ title: 'браузер потерял сеть' }],
    'network.found': [{ title: 'браузер нашёл сеть' }],
    'call.unreached': [{ title: 'вызов остался без ответа' }],
    'connection.retry': [{ title: 'нажато «Проверить связь»' }],
    'xstate.done.actor.probe': [{ title: 'сервер отвечает' }],
    'xstate.error.actor.probe': [{ title: 'сервер не отвечает', with: { error: 'нет' } }],
    'xstate.done.actor.probeAgain': [{ title: 'сервер снова отвечает' }],
    'xstate.error.actor.probeAgain': [{ title: 'сервер всё ещё не отвечает', with: { error: 'нет' } }],
    'xstate.after.backoff.connection.pausing': [{ title: 'прошла пауза перед потоком' }],
    'xstate.after.streamPause.connection.degraded': [{ title: 'прошло 5 минут без потока' }],
    'xstate.after.probePause.connection.offline.waiting': [{ title: 'прошло 5 секунд без сети' }],
  },
  impossible: Object.fromEntries(
    ['stream', 'poll'].flatMap((actor) => [
      [`xstate.done.actor.${actor}`, 'слушает и сам не кончается'],
      [`xstate.error.actor.${actor}`, 'слушает и сам не кончается'],
    ]),
  ),
  states: {
    online: 'связь есть',
    'online.opening': 'поток открывается',
    'online.live': 'поток открыт',
    checking: 'проверяется, есть ли сеть',
    pausing: 'пауза перед новым потоком',
    degraded: 'потока нет, страница спрашивает сама',
    offline: 'сети нет',
    'offline.waiting': 'сети нет',
    'offline.probing': 'проверяется, вернулась ли сеть',
    sessionEnded: 'сессия окончена',
  },
  stateKey: ({ value, context }: AnyMachineSnapshot) => `${JSON.stringify(value)} ${context.attempts}`,
}
