import type { ProfileSearch } from '#contract/screen-searches.ts'

export type { ProfileSearch }

import { type LinkError, linkErrors } from '#contract/enumerations.ts'
