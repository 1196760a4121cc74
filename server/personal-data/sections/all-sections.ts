import { accountSections } from './account.ts'
import { communicationSections } from './communication.ts'
import { learningSections } from './learning.ts'
import { moneySections } from './money.ts'
import type { Section } from './section.ts'

/** The files of the copy of one's data, in their order, by name. */
export const sections: Readonly<Record<string, Section>> = {
  ...accountSections,
  ...moneySections,
  ...learningSections,
  ...communicationSections,
}
