import { type ConnectionDependencies, startConnection } from '#src/actors/connection.actors.ts'
import { type OfflineDependencies, startOffline } from '#src/actors/offline.actors.ts'
import type { ConnectionActor } from '#src/machines/connection.ts'

/** Keeps the page up to date, and readable without a connection. Loaded when the page is at rest. */
export function startLiveUpdates(
  dependencies: ConnectionDependencies & OfflineDependencies,
  follow: (connection: ConnectionActor) => void,
): void {
  startConnection(dependencies, follow)
  startOffline(dependencies)
}
