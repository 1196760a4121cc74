import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { Offer, OfferStudent } from '#contract/schedule.ts'
import { OwnButton } from '#src/routes/-frame/only-themselves.tsx'
import { PlacesBadge } from '#src/routes/-frame/places-badge.tsx'
import { useAddress } from '#src/routes/-frame/use-address.ts'
import { Badge } from '#src/ui/badge.tsx'
import { Card } from '#src/ui/card.tsx'
import { isOpenTo, mayEnrol } from './eligibility.ts'
import { EnrolDialog } from './opened-enrolment.tsx'
import { Met, Rules } from './rules.tsx'

type OpportunityProps = {
  opportunity: Offer['opportunities'][number]
  students: readonly OfferStudent[]
  isAllEnrolled: boolean
}

/** One direction to choose: what it is, who may, and the way into it. */
export function Opportunity({ opportunity, students, isAllEnrolled }: OpportunityProps) {
  const { t } = useLingui()
  const { open } = useAddress('2035')
  const { opportunityUuid, title, description, hours, groceryBasketUuid, groups } = opportunity
  const placesLeft = groups.reduce((sum, group) => sum + group.placesLeft, 0)
  const isPossible = isOpenTo(students, opportunity)
  return (
    <Card as="li">
      <div className="flex h-full flex-col gap-base">
        <div className="flex flex-col gap-xs">
          <h3 className="text-lg">{title}</h3>
          <div className="flex flex-wrap gap-xs">
            <Badge>
              <Plural value={hours} one="# час" few="# часа" many="# часов" other="# часа" />
            </Badge>
            <Badge tone={groceryBasketUuid === null ? 'success' : 'info'}>
              {groceryBasketUuid === null ? <Trans>Бесплатно</Trans> : <Trans>Платно</Trans>}
            </Badge>
            <PlacesBadge left={placesLeft} />
          </div>
        </div>
        <p>{description}</p>
        {!isAllEnrolled &&
          students
            .filter(({ enrolment }) => enrolment === null)
            .map((student) => (
              <div key={student.studentUuid} className="flex flex-col gap-xs">
                {students.length > 1 && <p className="text-sm font-medium">{student.firstName}</p>}
                {students.length > 1 && mayEnrol(student, opportunityUuid) ? (
                  <Met>
                    <Trans>Все условия выполнены</Trans>
                  </Met>
                ) : (
                  <Rules student={student} opportunityUuid={opportunityUuid} />
                )}
              </div>
            ))}
        {isPossible && (
          <div className="mt-auto">
            <OwnButton
              variant="primary"
              wide
              opens={EnrolDialog}
              aria-label={t`Записаться: ${title}`}
              onClick={() => open({ enrol: opportunityUuid })}
            >
              <Trans>Записаться</Trans>
            </OwnButton>
          </div>
        )}
      </div>
    </Card>
  )
}
