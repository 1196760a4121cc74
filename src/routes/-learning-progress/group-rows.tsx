import { Trans, useLingui } from '@lingui/react/macro'
import type { ProgressOverview } from '#contract/learning.ts'
import { ScreenLink } from '#src/routes/-frame/router-link.tsx'
import { aspects, partOf } from '#src/school/progress.ts'
import { aspectWords } from './aspect-line.tsx'
import { Share } from './share.tsx'

type GroupRowsProps = { child: string; name: string; groups: ProgressOverview['groups'] }

/** Group by group; each name leads to all that is known of the group. */
export function GroupRows({ child, name, groups }: GroupRowsProps) {
  const { i18n } = useLingui()
  return (
    <table className="mt-base w-full text-sm">
      <caption className="sr-only">
        <Trans>{name} по группам</Trans>
      </caption>
      <thead>
        <tr className="border-b border-line text-right align-bottom text-xs text-ink-muted">
          <th scope="col" className="w-full py-xs text-left font-normal">
            <Trans>Группа</Trans>
          </th>
          {aspects.map((aspect) => (
            <th key={aspect} scope="col" className="py-xs pl-xs font-normal">
              {i18n._(aspectWords[aspect])}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {groups.map((group) => (
          <tr key={group.groupId} className="border-b border-line-soft last:border-b-0">
            <th scope="row" className="py-xs text-left font-normal">
              <ScreenLink to="/progress" search={{ child, group: group.groupId }} title={group.title}>
                {group.subject}
              </ScreenLink>
            </th>
            {aspects.map((aspect) => (
              <td key={aspect} className="py-xs pl-xs text-right">
                <Share part={partOf(group.summary, aspect)} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
