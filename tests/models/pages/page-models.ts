import type { Model } from '#tests/model-runner/model.ts'
import { calendarFiltersModel } from './calendar-filters-model.ts'
import { calendarModel } from './calendar-model.ts'
import { gradeBookModel } from './grade-book-model.ts'
import { homePaymentsModel, paymentsModel } from './payments-model.ts'
import { taxModel } from './tax-model.ts'

/** Pages without a machine where a wrong figure or period does harm. They are played on the pages that our server renders. */
export const pageModels: readonly Model[] = [
  taxModel,
  paymentsModel,
  homePaymentsModel,
  calendarModel,
  calendarFiltersModel,
  gradeBookModel,
]
