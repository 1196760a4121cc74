/** Minimum minutes to get from one place to another. Without zod: the browser may import it. */
export const travelMinutes = 45

/**
 * Where in town something is, so that two of them can be told apart; null for what is online. A place says its
 * territory first, «Сокол, кабинет 204», also where it is typed and no group has it, as that of an exam.
 */
export function territoryIn(place: string | null): string | null {
  return place && (place.split(',', 1)[0] ?? place).trim().toLowerCase()
}
