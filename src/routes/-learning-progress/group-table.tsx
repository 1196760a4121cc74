// biome-ignore-all lint/a11y/noRedundantRoles: `display: grid` on a phone takes the native roles away
import { Trans, useLingui } from '@lingui/react/macro'
import type { ProgressOverview } from '#contract/learning.ts'
import { aspectShareOf, aspects } from '#src/domain/progress.ts'
import { aspectTitles } from '#src/routes/-shell/labels/progress-trend.tsx'
import { ScreenLink } from '#src/routes/-shell/shell/router-link.tsx'
import { Percentage } from './aspect-summary.tsx'

type GroupTableProps = { child: string; name: string; groups: ProgressOverview['groups'] }

/** On a narrow phone the name is above its figures, so that words are not broken. */
const phoneRowClasses = 'max-sm:grid max-sm:grid-cols-[auto_auto_auto] max-sm:justify-between max-sm:gap-x-xs'

/** Indicators of each group with links to its progress page. */
export function GroupTable({ child, name, groups }: GroupTableProps) {
  const { i18n } = useLingui()
  return (
    <table role="table" className="mt-base w-full text-sm max-sm:block">
      <caption className="sr-only">
        <Trans>{name} по группам</Trans>
      </caption>
      <thead role="rowgroup" className="max-sm:block">
        <tr
          role="row"
          className={`border-b border-line text-right align-bottom text-xs text-ink-muted ${phoneRowClasses}`}
        >
          <th role="columnheader" scope="col" className="w-full py-xs text-left font-normal max-sm:sr-only">
            <Trans>Группа</Trans>
          </th>
          {aspects.map((aspect) => (
            <th key={aspect} role="columnheader" scope="col" className="py-xs pl-xs font-normal max-sm:pl-0">
              {i18n._(aspectTitles[aspect])}
            </th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup" className="max-sm:block">
        {groups.map((group) => (
          <tr key={group.groupId} role="row" className={`border-b border-line-soft last:border-b-0 ${phoneRowClasses}`}>
            <th role="rowheader" scope="row" className="py-xs text-left font-normal max-sm:col-span-3 max-sm:pb-0">
              <ScreenLink to="/progress" search={{ child, group: group.groupId }} title={group.title}>
                {group.subject}
              </ScreenLink>
            </th>
            {aspects.map((aspect) => (
              <td key={aspect} role="cell" className="py-xs pl-xs text-right max-sm:pl-0">
                <Percentage part={aspectShareOf(group.summary, aspect)} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
