import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { Offer, OfferStudent } from '#contract/learning/schedule.ts'
import { slotsText } from '#src/domain/weekly-slots.ts'
import { GradeRange } from '#src/i18n/grade-range.tsx'
import { separator } from '#src/i18n/labels.ts'
import { formatMoney } from '#src/i18n/numbers.ts'
import { useDates } from '#src/i18n/use-dates.ts'
import { FoldedConflicts } from '#src/routes/-flow/steps/schedule-conflicts.tsx'
import { AccountOwnerButton, useIsImpersonating } from '#src/routes/-query/account-owner-only.tsx'
import { PlacesBadge } from '#src/routes/-query/labels/badges.tsx'
import { SchoolText } from '#src/routes/-query/labels/school-text.tsx'
import { lazyComponent } from '#src/routes/-query/lazy-component.tsx'
import { useScreenSearch } from '#src/routes/-query/use-screen-search.ts'
import { Badge } from '#src/ui/data/badge.tsx'
import { Card } from '#src/ui/layout/card.tsx'
import {
  AllEligibilityRules,
  canEnrol,
  conflictsOf,
  gradesOf,
  isOpenForEnrolment,
  OpportunityEligibility,
} from './eligibility-rules.tsx'

type OpportunityCardProps = {
  opportunity: Offer['opportunities'][number]
  /** Of several the page says above the cards who may enrol in what. */
  students: readonly OfferStudent[]
  isAllEnrolled: boolean
  /** The one whose button is the primary one of the page. */
  isFirst: boolean
}

/** An opportunity with its conditions and the enrolment button. */
export function OpportunityCard({ opportunity, students, isAllEnrolled, isFirst }: OpportunityCardProps) {
  const { t, i18n } = useLingui()
  const { open } = useScreenSearch('2035')
  const { opportunityUuid, title, description, hours, price, groups } = opportunity
  const placesLeft = groups.reduce((sum, group) => sum + group.placesLeft, 0)
  const isPossible = isOpenForEnrolment(students, opportunity)
  const undecided = students.filter(({ enrolment }) => enrolment === null)
  const able = undecided.filter((student) => canEnrol(student, opportunityUuid))
  const names = able.map(({ firstName }) => firstName).join(', ')
  const grades = gradesOf(students, opportunityUuid)
  return (
    <Card as="li">
      <div className="flex h-full flex-col gap-sm">
        <div className="flex flex-col gap-xs">
          <h3 className="text-lg">{title}</h3>
          <div className="flex flex-wrap gap-xs">
            <Badge>
              <Plural value={hours} one="# час" few="# часа" many="# часов" other="# часа" />
            </Badge>
            {grades.length > 0 && (
              <Badge>
                <GradeRange branch="school" grades={grades} />
              </Badge>
            )}
            <PlacesBadge left={placesLeft} />
          </div>
        </div>
        <p>{description}</p>
        <GroupList opportunity={opportunity} able={able} students={students} />
        <div className="mt-auto flex flex-col gap-sm">
          {!isAllEnrolled && (
            <OpportunityEligibility
              students={undecided}
              opportunityUuid={opportunityUuid}
              hasSummary={students.length > 1}
            />
          )}
          {isPossible && students.length > 1 && (
            <p className="text-sm">
              <Trans>Можно записать: {names}</Trans>
            </p>
          )}
          <div className="flex min-h-control flex-wrap items-center justify-between gap-x-base gap-y-xs">
            <p className="font-strong tabular-nums">
              {price === 0 ? <Trans>Бесплатно</Trans> : formatMoney(price, i18n.locale)}
            </p>
            {isPossible && (
              <AccountOwnerButton
                variant={isFirst ? 'primary' : 'secondary'}
                opens={EnrolDialog}
                aria-label={students.length === 1 ? t`Записаться: ${title}` : t`Записать: ${title}`}
                onClick={() => open({ enrol: opportunityUuid })}
              >
                {students.length === 1 ? <Trans>Записаться</Trans> : <Trans>Записать</Trans>}
              </AccountOwnerButton>
            )}
          </div>
          {!isAllEnrolled && <AllEligibilityRules students={undecided} opportunityUuid={opportunityUuid} />}
        </div>
      </div>
    </Card>
  )
}

const maxGroups = 2

type GroupListProps = Pick<OpportunityCardProps, 'opportunity' | 'students'> & {
  /** Who may enrol. */
  able: readonly OfferStudent[]
}

/** When, where and from when the first groups meet, and for whom this clashes with the schedule. */
function GroupList({ opportunity: { opportunityUuid, groups }, able, students }: GroupListProps) {
  const { t } = useLingui()
  const dates = useDates()
  const more = groups.length - maxGroups
  const nameOf = (child: string) => students.find(({ studentUuid }) => studentUuid === child)?.firstName ?? ''
  return (
    <ul aria-label={t`Группы`} className="text-sm text-ink-muted tabular-nums empty:hidden">
      {groups.slice(0, maxGroups).map(({ groupUuid, slots, territory, startsOn }) => (
        <li key={groupUuid}>
          {slots.length > 0 && `${slotsText(slots, dates).join(', ')}${separator}`}
          <SchoolText>{territory?.title ?? t`Онлайн`}</SchoolText>
          {separator}
          <span className="whitespace-nowrap">
            <Trans>с {dates.day(startsOn)}</Trans>
          </span>
          {able.map((student) => {
            const conflicts = conflictsOf(student, opportunityUuid, groupUuid)
            if (conflicts.length === 0) return null
            return (
              <FoldedConflicts
                key={student.studentUuid}
                conflicts={conflicts}
                child={students.length > 1 ? student.firstName : null}
                nameOf={nameOf}
              />
            )
          })}
        </li>
      ))}
      {more > 0 && (
        <li>
          <Plural value={more} one="и ещё # группа" few="и ещё # группы" many="и ещё # групп" other="и ещё # группы" />
        </li>
      )}
    </ul>
  )
}

const EnrolDialog = lazyComponent('enrol-dialog', () => import('./enrol-dialog.tsx'), 'EnrolDialog')

/** Opens the dialog of the opportunity in the search params. */
export function OpenedEnrolment({ offer, students }: { offer: Offer; students: readonly OfferStudent[] }) {
  const { search, close } = useScreenSearch('2035')
  const isImpersonating = useIsImpersonating()
  const opportunity = offer.opportunities.find(({ opportunityUuid }) => opportunityUuid === search.enrol)
  if (opportunity === undefined || isImpersonating) return null
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
