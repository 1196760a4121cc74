/** Lengths and counts that both sides know. Free of zod: the browser may import them. */

export const nameLength = 100
export const emailLength = 254

/** The days that anything here may be about; beyond them arithmetic, and the database's calendar, end before anybody's school does. */
export const calendar = { from: '1900-01-01', to: '2199-12-31' } as const

/** D-28 */
export const passwordLength = { min: 10, max: 128 } as const

/** Digits of a one-time code (D-26). */
export const codeLength = 6

/** Why an administrator logs in as a user (D-37). */
export const reasonLength = { min: 10, max: 500 } as const

/** What can be typed into a search field. */
export const searchLength = 200

/** D-24; `side` is that of the square which is kept. */
export const avatarFile = {
  mediaTypes: ['image/jpeg', 'image/png', 'image/webp', 'image/gif'],
  maxBytes: 10 * 1024 * 1024,
  side: 512,
} as const

/** Characters of a letter about the schedule, its markup included. */
export const ticketLength = 20_000

/** Of these what a person writes; the rest is for the lesson it is about and what is attached. */
export const ownTextLength = 17_000

/** Groups that meet online have no territory; a look-up of groups names them by this one. */
export const onlineTerritory = '00000000-0000-0000-0000-000000000000'

/** A class average is told only where at least so many have a mark. */
export const fewestForAverage = 5

/** Groups of a course that can be looked at side by side. */
export const comparedGroups = 3
