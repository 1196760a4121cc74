import type { Offer, OfferStudent } from '#contract/schedule.ts'
import { latePart } from '#src/routes/-frame/late-part.tsx'
import { useIsLoggedAs } from '#src/routes/-frame/only-themselves.tsx'
import { useAddress } from '#src/routes/-frame/use-address.ts'

export const EnrolDialog = latePart('enrol-dialog', () =>
  import('./enrol-dialog.tsx').then((module) => module.EnrolDialog),
)

/** The dialog of the opportunity that the address names. */
export function OpenedEnrolment({ offer, students }: { offer: Offer; students: readonly OfferStudent[] }) {
  const { search, close } = useAddress('2035')
  const isLoggedAs = useIsLoggedAs()
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
