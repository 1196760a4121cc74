import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { optionalQuery } from '#src/api/call-query.ts'
import { childrenQuery } from '#src/api/profile.ts'
import { SchoolText } from '#src/routes/-query/labels/school-text.tsx'
import { useSessionSelector } from '#src/routes/-query/use-session.ts'
import { classNames } from '#src/ui/class-names.ts'

/**
 * Names the children whose lessons and marks are closed to this guardian, where those of another child are open; most
 * guardians see nothing.
 */
export function ClosedChildren({ isBelow = false }: { isBelow?: boolean }) {
  const { i18n } = useLingui()
  const isParent = useSessionSelector(({ context }) => context.roleGroup === 'parent')
  const { data: children = [] } = useQuery({ ...optionalQuery(childrenQuery()), enabled: isParent })
  const closed = children.filter(({ withheld }) => withheld?.includes('seesLearning'))
  if (closed.length === 0) return null
  const names = new Intl.ListFormat(i18n.locale, { type: 'conjunction' }).format(
    closed.map(({ firstName }) => firstName),
  )
  return (
    <p className={classNames(isBelow ? 'pt-xs' : 'mb-sm', 'text-sm text-ink-muted print:hidden')}>
      <Trans>
        <SchoolText>{names}</SchoolText>: расписание, задания и оценки вам не открыты. Если нужны и они, обратитесь в
        школу.
      </Trans>
    </p>
  )
}
