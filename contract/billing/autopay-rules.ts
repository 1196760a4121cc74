/** Rules of automatic payments that people agree to. Without zod: the browser may import them. */

/** Of the text that is agreed to; a changed text needs another one. */
export const autopayTermsVersion = 2

/** Also those of pages that were opened before the text changed; what is stored is the version that the person saw. */
export const acceptedAutopayTerms = [1, autopayTermsVersion] as const
export type AutopayTermsVersion = (typeof acceptedAutopayTerms)[number]

/** Days between the message about a charge and the charge. */
export const announcementDays = 3

/** Days after the first attempt on which a refused charge is repeated. */
export const retryDays = [1, 3, 5] as const

/** Hours of the school's day in which jobs charge cards and send messages about money: from the first, before the second. */
export const chargeHours = { from: 9, until: 21 } as const
