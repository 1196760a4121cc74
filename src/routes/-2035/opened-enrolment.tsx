import type { Offer, OfferStudent } from '#contract/schedule.ts'
import { useIsImpersonating } from '#src/routes/-shell/account/account-owner-only.tsx'
import { lazyComponent } from '#src/routes/-shell/lazy/lazy-component.tsx'
import { useScreenSearch } from '#src/routes/-shell/shell/use-screen-search.ts'

export const EnrolDialog = lazyComponent('enrol-dialog', () =>
  import('./enrol-dialog.tsx').then((module) => module.EnrolDialog),
)

/** Opens the dialog of the opportunity in the search params. */
export function OpenedEnrolment({ offer, students }: { offer: Offer; students: readonly OfferStudent[] }) {
  const { search, close } = useScreenSearch('2035')
  const isLoggedAs = useIsImpersonating()
  const opportunity = offer.opportunities.find(({ opportunityUuid }) => opportunityUuid === search.enrol)
  if (opportunity === undefined || isLoggedAs) return null
  return (
    <EnrolDialog
      key={opportunity.opportunityUuid}
      campaignUuid={offer.campaignUuid}
      opportunity={opportunity}
      students={students}
      onClose={() => close({ enrol: undefined })}
    />
  )
}
