import { Actor, type AnyActor, isMachineSnapshot } from 'xstate'
import type { RecordedEvent } from '#tests/model-runner/paths/traces.ts'

declare global {
  interface Window {
    recordedEvents?: RecordedEvent[]
  }
}

type Processing = Pick<AnyActor, 'getSnapshot' | 'sessionId'> & { _process: (event: { type: string }) => void }

/**
 * Runs in every page of the development server before the app: records what its machines get, and where they are then.
 * `inspect` of XState is an option of each actor that is created, so the product would have to pass it for the tests.
 */
const recorded: RecordedEvent[] = []
window.recordedEvents = recorded
const { prototype } = Actor as unknown as { prototype: Processing }
const { _process: processEvent } = prototype
prototype._process = function (event) {
  processEvent.call(this, event)
  const snapshot: unknown = this.getSnapshot()
  if (isMachineSnapshot(snapshot))
    recorded.push({
      machine: snapshot.machine.id,
      actor: this.sessionId,
      event: event.type,
      state: snapshot.value,
    })
}
