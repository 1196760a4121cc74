import {
  type CallbackActorLogic,
  type EventObject,
  fromCallback,
  fromPromise,
  type NonReducibleUnknown,
  type PromiseActorLogic,
} from 'xstate'

/** Default of every promise actor: machines are pure, `src/actors/` provides the implementation. */
export function notProvided<Output, Input = NonReducibleUnknown>(name: string): PromiseActorLogic<Output, Input> {
  return fromPromise<Output, Input>(() => Promise.reject(new Error(`Actor ${name} is not provided`)))
}

/** Default of every callback actor: it never sends an event. */
export function noopCallback<Event extends EventObject, Input = NonReducibleUnknown>(): CallbackActorLogic<
  Event,
  Input
> {
  return fromCallback<Event, Input>(() => undefined)
}

/** Default of every action with a side effect. */
export function notProvidedAction<Params>(_: unknown, _params: Params): void {
  throw new Error('An action of this machine is not provided')
}
