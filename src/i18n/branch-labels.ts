import { msg } from '@lingui/core/macro'
import type { Branch } from '#contract/enumerations.ts'
import type { Labels } from './labels.ts'

export const branchLabels: Labels<Branch> = {
  school: msg`Школа`,
  academy: msg`Академия`,
  college: msg`Колледж`,
}
