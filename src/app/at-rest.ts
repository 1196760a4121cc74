import { startConnection } from '#src/actors/connection.actors.ts'
import { startOffline } from '#src/actors/offline.actors.ts'
import { preloadMenu } from './menu-preload.ts'
import { preloadOffline } from './offline/offline-preload.ts'

/** Loads what the first page does without: live updates, reading without a connection, the pages of the menu. */
export async function loadLateParts() {
  // They report lost code. Without a connection it would be too late to load them.
  await import('#src/routes/-layout/notifications.tsx')
  return { startConnection, startOffline, preloadMenu, preloadOffline }
}
