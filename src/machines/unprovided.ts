import {
  type CallbackActorLogic,
  type EventObject,
  fromCallback,
  fromPromise,
  type NonReducibleUnknown,
  type PromiseActorLogic,
} from 'xstate'

/** The default of every promise actor: a machine touches the world only through what the wiring provides. */
export function unprovided<Output, Input = NonReducibleUnknown>(name: string): PromiseActorLogic<Output, Input> {
  return fromPromise<Output, Input>(() => Promise.reject(new Error(`Actor ${name} is not provided`)))
}

/** The default of an actor that only listens: it hears nothing. */
export function deaf<Event extends EventObject, Input = NonReducibleUnknown>(): CallbackActorLogic<Event, Input> {
  return fromCallback<Event, Input>(() => undefined)
}

/** The default of an action that reaches into the browser; `Params` is what the machine hands it. */
export function unprovidedAction<Params>(_: unknown, _params: Params): void {
  throw new Error('An action of this machine is not provided')
}
