import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { wordsFor } from '#src/i18n/enumeration-words.ts'
import { purchaseObstacleWords } from '#src/i18n/purchase-words.ts'
import { useDates } from '#src/i18n/use-dates.ts'
import { slotsWords } from '#src/school/slots.ts'
import { Icon } from '#src/ui/icon.tsx'
import { type Place, type Standing, standingIn } from './buyer.ts'

type AgainstProps = {
  group: string
  place: Place
  /** Stands there where nothing does. */
  otherwise?: ReactNode
}
type Clash = Standing['clashes'][number]

/** What stands against a group for a child: why it cannot be bought, and what of the week it does not go with. */
export function Against({ group, place, otherwise = null }: AgainstProps) {
  const { i18n } = useLingui()
  const { student, students } = place
  const standing = standingIn(group, student)
  const obstacle = student?.obstacle ?? standing?.obstacle ?? null
  // That there is no place is said by the group itself.
  const said = obstacle === 'full' ? null : obstacle
  // Whoever cannot have the group has no use for its hours.
  const clashes = said === null ? (standing?.clashes ?? []) : []
  if (said === null && clashes.length === 0) return otherwise
  return (
    <ul className="flex flex-col gap-xs text-left text-sm">
      {said !== null && <Reason>{i18n._(wordsFor(purchaseObstacleWords, said))}</Reason>}
      {clashes.map(({ kind, slot, other, minutesBetween }) => (
        <Reason key={`${kind} ${slot.weekday} ${slot.from} ${other.slot.from} ${other.studentUuid} ${other.title}`}>
          <ClashWords
            clash={{ kind, slot, other, minutesBetween }}
            child={students?.find(({ studentUuid }) => studentUuid === other.studentUuid)?.firstName ?? ''}
          />
        </Reason>
      ))}
    </ul>
  )
}

function Reason({ children }: { children: ReactNode }) {
  return (
    <li className="flex gap-xs text-ink-error">
      <Icon name="warning" />
      <span className="min-w-0">{children}</span>
    </li>
  )
}

/** One thing of the week that a group does not go with. */
function ClashWords({ clash: { kind, other, minutesBetween }, child }: { clash: Clash; child: string }) {
  const dates = useDates()
  const [when] = slotsWords([other.slot], dates)
  const { title } = other
  const place = other.place ?? ''
  switch (kind) {
    case 'overlap':
      return (
        <Trans>
          Пересекается с «{title}», {when}
        </Trans>
      )
    case 'too-far':
      return (
        <Trans>
          Не успеть: «{title}», {when} ({place}), на дорогу всего{' '}
          <Plural value={minutesBetween} one="# минута" few="# минуты" many="# минут" other="# минуты" />
        </Trans>
      )
    case 'children-apart':
      return (
        <Trans>
          Дети в одно время в разных местах: {child}, «{title}», {when} ({place})
        </Trans>
      )
    default:
      return (
        <Trans>
          Не сочетается с «{title}», {when}
        </Trans>
      )
  }
}
