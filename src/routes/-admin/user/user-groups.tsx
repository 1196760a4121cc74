import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import type { UserGroup } from '#contract/people/admin.ts'
import { labelOf, separator } from '#src/i18n/labels.ts'
import { useDates } from '#src/i18n/use-dates.ts'
import { ScreenLink } from '#src/routes/-flow/router-link.tsx'
import { SchoolText } from '#src/routes/-query/labels/school-text.tsx'
import { useSchoolNow } from '#src/routes/-query/use-now.ts'
import { Disclosure } from '#src/ui/data/disclosure.tsx'
import { List, ListItem } from '#src/ui/data/list.tsx'

const roleLabels: Record<UserGroup['as'], MessageDescriptor> = {
  student: msg`учится`,
  teacher: msg`преподаёт`,
  curator: msg`куратор`,
}

/** Present and coming groups, each with a link to its students; the others are folded. */
export function UserGroups({ groups }: { groups: readonly UserGroup[] }) {
  const { today } = useSchoolNow()
  const isLeft = ({ until }: UserGroup) => until !== null && until <= today
  const left = groups.filter(isLeft)
  const present = groups.filter((group) => !isLeft(group))
  return (
    <>
      {present.length > 0 ? (
        <Groups groups={present} />
      ) : (
        <p className="text-ink-muted">
          <Trans>Сейчас ни в одной группе.</Trans>
        </p>
      )}
      {left.length > 0 && (
        <Disclosure summary={<Trans>Прежние группы: {left.length}</Trans>}>
          <Groups groups={left} />
        </Disclosure>
      )}
    </>
  )
}

function Groups({ groups }: { groups: readonly UserGroup[] }) {
  const { t, i18n } = useLingui()
  const dates = useDates()
  return (
    <List>
      {groups.map(({ id, title, storedTitle, program, as, from, until }) => {
        const [first, last] = [dates.dayWithYear(from), until && dates.dayWithYear(until)]
        return (
          <ListItem
            key={`${id} ${as} ${from}`}
            title={
              <ScreenLink to="/adm-panel" search={{ tab: 'users', search: storedTitle }}>
                <SchoolText>{title}</SchoolText>
              </ScreenLink>
            }
            // The title of a group usually begins with its course.
            note={[
              !title.startsWith(program) && program,
              i18n._(labelOf(roleLabels, as)),
              t`с ${first}`,
              last && t`до ${last}`,
            ]
              .filter(Boolean)
              .join(separator)}
          />
        )
      })}
    </List>
  )
}
