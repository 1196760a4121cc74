/** Limits shared by browser and server. Without zod: the browser may import them. */

export const nameLength = 100
export const emailLength = 254
export const urlLength = 2000

/** Range of valid days. Date arithmetic and the database cannot handle all days beyond it. */
export const calendarRange = { from: '1900-01-01', to: '2199-12-31' } as const

/** Characters of a password. */
export const passwordLength = { min: 10, max: 128 } as const

/** Characters of a contract's number, and of the code that is printed beside its QR code. */
export const contractNumberLength = 100
export const verificationCodeLength = 40

/** Digits of a one-time code. */
export const codeLength = 6
/** How long a one-time code is valid. */
export const codeLifetimeSeconds = 300

/** Reason for an impersonation. */
export const reasonLength = { min: 10, max: 500 } as const

/** Characters of a ticket number, of the school's own system too. */
export const ticketNumberLength = 40

/** Characters of a search field. */
export const searchLength = 200
/** Rows of a list that is downloaded as a file. */
export const listFileRows = 10_000
/** Rows of a list in the card of a user, which has no pages. */
export const cardListRows = 50

/** Characters of a reason in the audit log. */
export const auditReasonLength = 40

/** Media types of pictures that are sent. Some systems name a JPEG `image/jpg`. */
const pictureTypes = ['image/jpeg', 'image/jpg', 'image/png', 'image/webp', 'image/gif'] as const

/** Uploaded avatars (D-24); `side` is the size of the stored square. */
export const avatarFile = {
  mediaTypes: pictureTypes,
  maxBytes: 10 * 1024 * 1024,
  side: 512,
} as const

/** Characters of a ticket, including markup. */
export const ticketLength = 20_000

/** Of these, the text of the user; the rest is for the lesson and attached facts. */
export const ticketTextLength = 17_000

/** Characters of a news item of the school; the text includes markup. */
export const newsLength = { title: 120, text: 20_000, preview: 200 } as const

/** Characters of what is wrong in personal data, and of what is right. */
export const correctionLength = 1000

/** Characters of the comment to an absence. */
export const absenceCommentLength = 500

/**
 * Days after the due date of the first payment, or after the last day of the signature, until a contract without money
 * expires with its place; a bank transfer may take that long.
 */
export const firstPaymentGraceDays = 7

/** Days of one reported absence. */
export const maxAbsenceDays = 60

/** Files of a message of a ticket; `storedTypes` are those of what is stored. */
export const ticketFile = {
  mediaTypes: [...pictureTypes, 'application/pdf'],
  storedTypes: ['image/jpeg', 'image/png', 'image/webp', 'image/gif', 'application/pdf'],
  maxBytes: 10 * 1024 * 1024,
  maxCount: 5,
} as const

/** A zip of the import page; larger ones are imported by the command. */
export const importFileLimits = {
  mediaType: 'application/octet-stream',
  maxBytes: 16 * 1024 * 1024,
  keptHours: 24,
} as const

/** Copies of one's data: how long a copy can be downloaded, and how many can be asked for in 24 hours. */
export const dataExportLimits = { keptDays: 7, perDay: 3 } as const

/** Hours within which the school answers a ticket of each topic, counted around the clock. */
export const ticketAnswerHours = { schedule: 24, payments: 48, studies: 48, technical: 24, other: 72 } as const

/** Online groups have no territory; queries of groups use this id. */
export const onlineTerritoryUuid = '00000000-0000-0000-0000-000000000000'

/** A class average is shown from this number of marks. */
export const minMarksForAverage = 5

/** The grade after which students may enter the college. */
export const firstCollegeGrade = 9

/** Groups of the catalog that can be compared, of one course or of several. */
export const maxComparedGroups = 4

/** Minimum minutes to get from one place to another. Without zod: the browser may import it. */
export const travelMinutes = 45

/**
 * The territory of a place, for comparison; null for an online lesson. A place begins with its territory («Сокол, кабинет
 * 204»), also where it was typed, as that of an exam.
 */
export function territoryIn(place: string | null): string | null {
  return place && (place.split(',', 1)[0] ?? place).trim().toLowerCase()
}

/** From when, and until before when, a meeting begins in each part of the day. */
export const dayPartHours = {
  morning: { from: '00:00', until: '12:00' },
  afternoon: { from: '12:00', until: '17:00' },
  evening: { from: '17:00', until: '24:00' },
} as const

/** Instalments that are paid at once. */
export const maxCheckoutLines = 50

/** Contracts or payments with which one action of the staff is previewed. */
export const maxActionTargets = 50

/** Characters of the number of a bank document. */
export const documentNumberLength = 40
